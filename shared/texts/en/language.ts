/** What this language is called, and how its numbers and dates are written. */
/** As BCP 47 has it; numbers and amounts are written by it. */
export const language: string = 'en'
/** What its readers call it. */
export const languageName: string = 'English'
/** The same for dates, whose order differs within a language. */
export const dates: string = 'en-GB'
