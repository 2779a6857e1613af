const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Whatever is no character of XML 1.0 (https://www.w3.org/TR/xml/#charsets), which no entity can stand for either. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Text as it stands in an element or an attribute of XML. */
export const xmlText = (text: string): string =>
  text.replaceAll(NOT_XML, '').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
