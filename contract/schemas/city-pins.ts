/**
 * How the PINs of large cities begin, after India Post's PIN ranges. Digits that also cover other towns are left out.
 */
const CITY_PINS: Readonly<Record<string, string>> = {
  'New Delhi': '110',
  Gurugram: '1220',
  Faridabad: '1210',
  Ludhiana: '1410',
  Ghaziabad: '2010',
  Noida: '2013',
  Kanpur: '208',
  Prayagraj: '211',
  Lucknow: '226',
  Dehradun: '2480',
  Agra: '282',
  Jaipur: '302',
  Ahmedabad: '380',
  Vadodara: '390',
  Surat: '395',
  Mumbai: '4000 4001',
  Pune: '411',
  Nagpur: '440',
  Indore: '452',
  Bhopal: '462',
  Gwalior: '474',
  Jabalpur: '482',
  Raipur: '492',
  Hyderabad: '500',
  Vijayawada: '520',
  Visakhapatnam: '530',
  Bengaluru: '560',
  Mysuru: '570',
  Mangaluru: '575',
  Belagavi: '590',
  Chennai: '600',
  Tiruchirappalli: '620',
  Madurai: '6250',
  Coimbatore: '6410',
  Kochi: '6820',
  Thiruvananthapuram: '6950',
  Kolkata: '700',
  Howrah: '7111',
  Bhubaneswar: '751',
  Cuttack: '753',
  Guwahati: '7810',
  Patna: '800',
  Jamshedpur: '831',
  Ranchi: '834',
}

/** The city of a PIN. Undefined where the first digits do not tell. */
export const cityOfPin = (pin: string): string | undefined =>
  Object.entries(CITY_PINS).find(([, prefixes]) => prefixes.split(' ').some((prefix) => pin.startsWith(prefix)))?.[0]

/** A PIN's first digits in that city. Undefined for a city that is not in the table. */
export const pinPrefixOf = (city: string): string | undefined =>
  Object.entries(CITY_PINS)
    .find(([name]) => name.toLowerCase() === city.toLowerCase())?.[1]
    .slice(0, 4)
    .trim()
