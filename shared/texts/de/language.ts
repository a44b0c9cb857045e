/** What this language is called, and how its numbers and dates are written. */
export const language = 'de'
export const languageName = 'Deutsch'
export const dates = 'de-DE'
