/** How surely a trained model says that a text resembles what it knows: words by its confidence, for all models alike. */

/** Confidence below which a text resembles something slightly, and from which it reads like it. */
const slightBelow = 0.3
const strongFrom = 0.7

/** "Reads like known attacks (trained model)."; weaker words for a confidence (0 to 1) that is low. */
export function likeness(what: string, confidence: number, subject = ''): string {
  const verb =
    confidence < slightBelow ? 'slightly resembles' : confidence < strongFrom ? 'resembles' : 'reads like'
  const words = `${subject} ${verb} ${what} (trained model).`.trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
