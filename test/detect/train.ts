/** `npm run train -- DIR`: trains all that ships from labelled data and texts of our own, by the manifest; the same each time. */
import { rowsGiven } from './folder.ts'
import { isOutbound } from './rows.ts'
import { fitOn, lessonsOf, readOutOfFold, textsOfOurOwn } from './training/fit.ts'
import { trainHeads } from './training/heads.ts'
import { writeModel } from './training/write.ts'

const say = (line: string): boolean => process.stderr.write(`${line}\n`)

const labelled = rowsGiven('train').filter((row) => !isOutbound(row))
const rows = [...labelled, ...textsOfOurOwn()]
const lessons = await lessonsOf(rows)
say(`${rows.length} rows, ${lessons.injection.length} and ${lessons.scam.length} teach the heads`)
const { readings } = await readOutOfFold(rows, lessons, (fold) => say(`fold ${fold} read`))
const joined = fitOn(readings)
say(`${joined.binned.names.length} features joined`)
writeModel(
  trainHeads(lessons, () => true),
  joined,
)
