// A country by its two-letter code of ISO 3166-1, with its English name of the Unicode CLDR. The list is in countries.ts.

export const homeCountry = 'PH'
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** 'Singapore' for 'SG'; '' for no country. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (english.of(code) ?? '') : '')

export const isForeignCountry = (code: string): boolean => code !== homeCountry && countryName(code) !== ''
