// Formats of the platform are dear to make (a tenth of a millisecond and more) and cheap to use: each is made once.
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/**
 * A format of days and times, made once for each language and options.
 * @param locale BCP 47, such as en-IN
 */
export function dateTimeFormat(
  locale: string,
  options: Readonly<Intl.DateTimeFormatOptions>,
): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, options]);
  const known = dateFormats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  dateFormats.set(name, made);
  return made;
}

/**
 * A format of numbers and money, made once for each language and options.
 * @param locale BCP 47, such as en-IN
 */
export function numberFormat(
  locale: string,
  options: Readonly<Intl.NumberFormatOptions>,
): Intl.NumberFormat {
  const name = JSON.stringify([locale, options]);
  const known = numberFormats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, options);
  numberFormats.set(name, made);
  return made;
}
