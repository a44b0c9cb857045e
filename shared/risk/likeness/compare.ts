/** Whether a message is like one that somebody has spoken of. */
import type { Lesson } from '../../domain/lesson.ts'
import { freeMail } from '../brands.ts'
import type { RiskMessage } from '../scorer.ts'
import { unreadOf } from '../text-layers.ts'
import { campaignTargets, linkTargets, maxLinks, ownDomainOf } from './link-targets.ts'
import { provenSender } from './proven-sender.ts'
import { brandDomains } from './shared-hosts.ts'
import { overlapOf, shingleWords } from './shingles.ts'
import { exactTraits, type HashedText, shownShingles } from './traits.ts'
import { isMasked } from './words.ts'

/** Why a message is taken for one of a campaign: the place both lead to, or null where it is their text alone. */
export interface Alike {
  lesson: Lesson
  target: string | null
}

/** Of both texts together, and of the one that was learned: from here a text is the same but for names and trimmings. */
const sameText = { likeness: 0.55, held: 0.8 }
/** From here two texts that lead to the same place are of one campaign. */
const similarText = { likeness: 0.2, held: 0.3 }
/** A known sender's notices resemble each other: only the very text counts. */
const veryText = 0.9
/** Hashes from which a text is more than a phrase, and from which what is put around it changes nothing. */
const leastShingles = 10
const leastHeld = 20
/** A short text is one of many, unless there is a sentence of it, and it is the very same. */
const leastSentence = 6

/**
 * The newest report, or rejection, that the message is like; undefined where there is none. Of drafts, which all lead to
 * the tenant's own pages, only the text counts.
 */
export function likeReported(message: RiskMessage, lessons: readonly Lesson[]): Alike | undefined {
  const [first] = lessons
  if (first === undefined) return undefined
  const shingles = shownShingles(message)
  const sender = provenSender(message)
  const own = sender === null ? null : ownDomainOf(sender.slice(sender.lastIndexOf('@') + 1))
  const targets = new Set(message.direction === 'outbound' ? [] : campaignTargets(linkTargets(message.mail)))
  let newest: Alike | undefined
  for (const lesson of lessons) {
    if (newest !== undefined && newest.lesson.taughtAt >= lesson.taughtAt) continue
    const { likeness, held } = overlapOf({ sample: lesson.shingles, count: lesson.shingleCount }, shingles)
    const short = lesson.shingleCount < leastShingles
    if (held === 0 && !(short && lesson.links.some((link) => targets.has(link)))) continue
    const known = isKnown(message, sender, lesson)
    const target =
      lesson.links.find(
        (link) => targets.has(link) && !(known && link === own && lesson.sender !== sender),
      ) ?? null
    const alike =
      target !== null
        ? short || likeness >= similarText.likeness || held >= similarText.held
        : known
          ? lesson.sender === sender && likeness >= veryText && !short
          : short
            ? likeness >= veryText && lesson.shingleCount >= leastSentence
            : likeness >= sameText.likeness || (held >= sameText.held && lesson.shingleCount >= leastHeld)
    if (alike) newest = { lesson, target }
  }
  return newest
}

/**
 * Whether the message is proven to be from a well-known house, or from one that this inbox had clean mail from before the
 * reported message came: its own notices look like what was copied from them.
 */
function isKnown({ knownSenders = [], ownDomain }: RiskMessage, sender: string | null, lesson: Lesson) {
  if (ownDomain?.proven === true) return true
  if (sender === null) return false
  const host = sender.slice(sender.lastIndexOf('@') + 1)
  if (!freeMail.has(host) && brandDomains.has(ownDomainOf(host))) return true
  const before = (Date.now() - lesson.messageAt) / 86_400_000
  return knownSenders.some(
    (known) =>
      known.sender === sender && known.clean >= 2 && 4 * known.bad <= known.clean && known.days > before,
  )
}

/** New words in a row that a name, or a title, has at most. */
const longestName = 3
/** New words of one text, at most, in all and as a part of it; of a few words, two. */
const newWords = { most: 8, part: 0.1, least: 2 }

/**
 * The newest lesson that the message is another copy of: from the same proven sender, called the same, leading to the same
 * places and no others, with the same accounts, phones and addresses, without another file, and with no text in any
 * layer that isn't in the learned one, but for numbers, dates and a few names.
 */
export function copyOfReleased(message: RiskMessage, lessons: readonly Lesson[]): Lesson | undefined {
  if (message.mail.hasForm) return undefined
  const sender = provenSender(message)
  if (sender === null || unreadOf(message).length > 0 || message.mail.links.length >= maxLinks)
    return undefined
  return lessons
    .filter((lesson) => lesson.sender === sender)
    .toSorted((a, b) => b.taughtAt - a.taughtAt)
    .find((lesson) => isCopy(message, lesson))
}

function isCopy(message: RiskMessage, lesson: Lesson): boolean {
  const { texts, values, files, links } = exactTraits(message, lesson.salt)
  if (!within(links, lesson.links) || !within(values, lesson.values)) return false
  const there = new Set(lesson.files)
  if (!files.every(({ sha256, place }) => there.has(sha256) || (place !== null && there.has(place))))
    return false
  const known = new Set(lesson.shingles)
  return texts.every((text) => saysNothingNew(text, known))
}

const within = (found: readonly string[], known: readonly string[]): boolean => {
  const all = new Set(known)
  return found.every((one) => all.has(one))
}

function saysNothingNew({ words, shingles }: HashedText, known: ReadonlySet<number>): boolean {
  const allowed = Math.max(newWords.least, Math.min(newWords.most, Math.floor(words.length * newWords.part)))
  const covered = new Uint8Array(words.length)
  let unknown = 0
  shingles.forEach((shingle, start) => {
    if (known.has(shingle)) covered.fill(1, start, start + shingleWords)
    else unknown++
  })
  // What is moved or left out makes no new word, but new company.
  if (unknown > shingleWords * allowed + shingleWords - 1) return false
  let run = 0
  let fresh = 0
  for (let i = 0; i < words.length; i++) {
    const isNew = covered[i] === 0
    run = isNew ? run + 1 : 0
    if (!isNew) continue
    if (!isMasked(words[i]!)) fresh++
    // A sign of letters and digits stands alone: words in disguise come together.
    if (run > (/\d/.test(words[i]!) ? 1 : longestName) || fresh > allowed) return false
  }
  return true
}
