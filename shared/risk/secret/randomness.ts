/** Tells characters drawn by a machine from words, names and numbers that people write. */

/** Shannon entropy of the characters of `text`, in bits a character. */
export function entropyOf(text: string): number {
  const counts = new Map<number, number>()
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    counts.set(unit, (counts.get(unit) ?? 0) + 1)
  }
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

const word = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g
/** Pairs of letters that are frequent in European languages: of letters drawn at random a third. */
const frequentPairs = new Set(
  (
    'th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ' +
    'ld ur ro ri io ic ne me li ll be ma co ch ta om ce ho us el ec ac ns ot il tr pe so ca em no la ge wi un ut pr ' +
    'lo ex wh mo po ee mi ol id di pa ss ai am ag ul im na ad os ir ig ly ke ay ev ow fo ie rs ts tu su ct sh sp op ' +
    'bl we fe wo do by my ap up if ff av au ab ob og ub um ud uc ue ui go gi ga gr gh cl cr cu ck bo bu ba br bi fi ' +
    'fa fu fl fr vi va ep qu ew ey ef eg ei ki ks kn rd rm rk rt rn ru rv rc rl ry sc sk sl sm sn sw ty tt nc ni nu ' +
    'ny nk nn ls lt lu mp mu mb mm dr du dl oo oi oc od ov ph pi pl pp ps pt pu ye ys yo ju ja jo wa wn je eu ez ze ' +
    'za aj ij oe ae sz cz rz ey aw az ak af ok iz ix ax ux ox'
  ).split(' '),
)

/**
 * Share of the characters of `text` that stand in runs of letters which could be words: four or more in
 * one case (or with a capital first), in pairs that languages use.
 */
export function wordShare(text: string): number {
  let inWords = 0
  for (const [run] of text.matchAll(word)) if (run.length >= 4 && isPronounceable(run)) inWords += run.length
  return inWords / text.length
}

function isPronounceable(run: string): boolean {
  const lower = run.toLowerCase()
  let frequent = 0
  for (let i = 1; i < lower.length; i++) if (frequentPairs.has(lower.slice(i - 1, i + 1))) frequent++
  return frequent >= (lower.length - 1) * (lower.length < 6 ? 0.75 : 0.62)
}

/** Changes between lower case, upper case and digits, a character. */
function changes(text: string): number {
  let count = 0
  let last = -1
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const kind =
      unit >= 0x61 && unit <= 0x7a
        ? 0
        : unit >= 0x41 && unit <= 0x5a
          ? 1
          : unit >= 0x30 && unit <= 0x39
            ? 2
            : 3
    if (kind === 3) continue
    if (last >= 0 && kind !== last) count++
    last = kind
  }
  return count / text.length
}

/**
 * Whether `text` looks drawn at random: letters and digits that change often and make no words. Decimal
 * numbers never do; hexadecimal ones do, which only their surroundings tell from hashes.
 */
export function looksRandom(text: string): boolean {
  const { length } = text
  if (length < 8) return false
  const digits = text.replace(/\D/g, '').length
  const letters = text.replace(/[^A-Za-z]/g, '').length
  if (letters < 3 || digits + letters < length * 0.6) return false
  const mixed = /[a-z]/.test(text) && /[A-Z]/.test(text)
  if (digits === 0 && !(mixed && length >= 16 && changes(text) >= 0.3)) return false
  if (digits === 1 && !(mixed && changes(text) >= 0.25) && length > 12) return false
  const needed = length >= 32 ? 3.4 : length >= 20 ? 3.2 : length >= 12 ? 2.7 : 2.4
  if (entropyOf(text) < (/^[0-9a-f-]+$/i.test(text) ? Math.min(needed, 3) : needed)) return false
  // Letters of one case with a few digits among them change less often: there, only length tells.
  const enough = length >= 20 && !mixed && digits >= 2 ? 0.12 : 0.2
  return changes(text) >= enough && wordShare(text) <= 0.35
}

/** Digits and the letters a to f only, in one case: as likely a hash or an identifier as a key. */
export const isHexadecimal = (text: string): boolean => /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(text)

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

/** Drawn at random, a hash or a UUID: in the place of a credential all of them are one. */
export const isMachineMade = (value: string): boolean =>
  (value.length >= 10 && looksRandom(value)) ||
  isUuid(value) ||
  (value.length >= 16 &&
    isHexadecimal(value) &&
    /\d/.test(value) &&
    /[a-f]/i.test(value) &&
    entropyOf(value) >= 2.5) ||
  (value.length >= 14 &&
    /^[a-z0-9]+$/.test(value) &&
    /\d/.test(value) &&
    wordShare(value) < 0.5 &&
    entropyOf(value) >= 2.8)
