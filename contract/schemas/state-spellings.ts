import { INDIAN_STATES, type IndianState } from '#contract/schemas/indian-states.ts'
import { codeTyped } from '#contract/schemas/typed-text.ts'

/**
 * What else people write, by GST code: the letters of number plates, of ISO 3166-2 and of the news, older and longer
 * names, and the name in Hindi and in the state's own language.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '01': 'JK, J and K, Jammu, Kashmir, Jammu Kashmir, जम्मू और कश्मीर, जम्मू कश्मीर, जम्मू-कश्मीर, جموں و کشمیر, جموں کشمیر',
  '02': 'HP, Himachal, हिमाचल प्रदेश, हिमाचल',
  '03': 'PB, PN, Panjab, पंजाब, ਪੰਜਾਬ',
  '04': 'CH, CHD, चंडीगढ़, चण्डीगढ़, ਚੰਡੀਗੜ੍ਹ',
  '05': 'UK, UA, UT, UL, Uttaranchal, Uttrakhand, Uttra Khand, उत्तराखंड, उत्तराखण्ड, उत्तरांचल',
  '06': 'HR, Hariyana, हरियाणा',
  '07': 'DL, ND, New Delhi, NCT, NCT of Delhi, National Capital Territory of Delhi, NCT Delhi, Delhi NCT, Delhi NCR, NCR Delhi, Dilli, दिल्ली, नई दिल्ली, ਦਿੱਲੀ, دہلی',
  '08': 'RJ, Rajputana, राजस्थान',
  '09': 'UP, Uttarpradesh, उत्तर प्रदेश, उ प्र, यूपी, यू पी, اتر پردیش',
  '10': 'BR, BH, बिहार',
  '11': 'SK, सिक्किम',
  '12': 'AR, Arunachal, NEFA, अरुणाचल प्रदेश, अरुणाचल',
  '13': 'NL, नागालैंड, नागालैण्ड',
  '14': 'MN, मणिपुर, মণিপুর, ꯃꯅꯤꯄꯨꯔ',
  '15': 'MZ, मिज़ोरम, मिजोरम',
  '16': 'TR, त्रिपुरा, ত্রিপুরা',
  '17': 'ML, मेघालय',
  '18': 'AS, असम, আসাম, অসম',
  '19': 'WB, Bengal, Paschim Banga, Paschimbanga, Bangla, पश्चिम बंगाल, प बंगाल, পশ্চিমবঙ্গ, পশ্চিম বঙ্গ',
  '20': 'JH, JHK, झारखंड, झारखण्ड',
  '21': 'OD, OR, OS, Orissa, Odhisa, ओडिशा, उड़ीसा, ଓଡ଼ିଶା, ଓଡିଶା',
  '22': 'CG, CT, Chattisgarh, Chhatisgarh, छत्तीसगढ़, छत्तीसगढ',
  '23': 'MP, Madhyapradesh, मध्य प्रदेश, म प्र, एमपी, एम पी',
  '24': 'GJ, Gujrat, गुजरात, ગુજરાત',
  '26': 'DN, DD, DH, DNH, D and NH, DNHDD, Daman, Diu, Silvassa, Daman and Diu, Daman Diu, Dadra and Nagar Haveli, Dadra Nagar Haveli, दादरा और नगर हवेली, दमन और दीव, दादरा और नगर हवेली और दमन और दीव, દાદરા અને નગર હવેલી, દમણ અને દીવ, દાદરા અને નગર હવેલી અને દમણ અને દીવ',
  '27': 'MH, MS, Maha, महाराष्ट्र',
  '29': 'KA, KN, KR, Mysore, कर्नाटक, ಕರ್ನಾಟಕ',
  '30': 'GA, गोवा, गोंय',
  '31': 'LD, LK, लक्षद्वीप, ലക്ഷദ്വീപ്',
  '32': 'KL, KE, Keralam, केरल, കേരളം, കേരള',
  '33': 'TN, Tamizh Nadu, Tamilnad, Madras State, तमिलनाडु, तमिल नाडु, தமிழ்நாடு, தமிழ் நாடு',
  '34': 'PY, PU, Pondicherry, Pondichery, Pondy, Puduchery, पुदुचेरी, पुडुचेरी, पांडिचेरी, புதுச்சேரி, பாண்டிச்சேரி',
  '35': 'AN, A and N, Andaman, Andamans, Nicobar, Andaman Nicobar, Andaman and Nicobar, A and N Islands, अंडमान और निकोबार, अंडमान निकोबार, अंडमान और निकोबार द्वीप समूह, अंडमान निकोबार द्वीपसमूह',
  '36': 'TS, TG, Telengana, तेलंगाना, తెలంగాణ',
  '37': 'AP, Andhra, आंध्र प्रदेश, आन्ध्र प्रदेश, ఆంధ్రప్రదేశ్, ఆంధ్ర ప్రదేశ్',
  '38': 'LA, Leh, Leh Ladakh, लद्दाख, लेह, لداخ, ལ་དྭགས',
}

/** Letters and vowel signs alone, in one case: `J. & K.` and `j and k` are one name. */
const lettersOf = (text: string) =>
  codeTyped(text)
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[\u0300-\u036f]|[^\p{L}\p{M}]/gu, '')

const NAMES = new Map(
  INDIAN_STATES.flatMap((state) =>
    [state.name, ...(OTHER_NAMES[state.gstCode] ?? '').split(', ')].map((name) => [lettersOf(name), state] as const),
  ),
)

/**
 * The state that somebody wrote, however it is spaced, capitalised, shortened or misspelt, or by its GST code.
 * Undefined if none has that name.
 */
export function stateNamed(text: string): IndianState | undefined {
  const code = /^\d{1,2}$/.exec(codeTyped(text))?.[0]
  if (code !== undefined) return INDIAN_STATES.find(({ gstCode }) => gstCode === code.padStart(2, '0'))
  const letters = lettersOf(text)
  const named =
    NAMES.get(letters) ??
    NAMES.get(letters.replace(/^(?:stateof|utof|unionterritoryof|in(?=[a-z]{2}$))/, '')) ??
    NAMES.get(letters.replace(/(?:state|india|state ?india)$/, ''))
  return named ?? misspeltAs(letters)
}

/** The state's name if it is understood, else what was typed. */
export const stateTyped = (typed: string): string => stateNamed(typed)?.name ?? typed

/** The one state whose name is nearest: one letter away, or two where the name is long. */
function misspeltAs(letters: string): IndianState | undefined {
  let least = 3
  let found: IndianState | undefined
  for (const [name, state] of NAMES) {
    const allowed = name.length < 5 ? 0 : name.length < 8 ? 1 : 2
    if (Math.abs(name.length - letters.length) > allowed) continue
    const away = typingErrors(letters, name)
    if (away > allowed || away > least) continue
    if (away === least && found !== state) found = undefined
    else found = state
    least = away
  }
  return found
}

/** How many letters are missing, too many, wrong, or in each other's place (optimal string alignment). */
function typingErrors(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isTurned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isTurned ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[other.length] ?? 0
}
