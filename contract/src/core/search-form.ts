/** Joiners and other invisible characters: people write the same word with and without them. */
const INVISIBLE = /[\ufe00-\ufe0f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** The form in which searches compare texts: case, composition, compatibility characters and joiners make no difference. */
export const searchForm = (text: string): string =>
  text.toWellFormed().replace(INVISIBLE, '').normalize('NFKC').toLowerCase().normalize('NFKC')
