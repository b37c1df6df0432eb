/** Makes a text safe between tags, and between the double quotes of an attribute, of HTML or XML. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
