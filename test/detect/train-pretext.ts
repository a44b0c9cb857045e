/** `npm run train:pretext -- DIR`: trains the model of pretexts from the mail of our authors, beside labelled data; the same each time. */
import { overallModel } from '../../shared/risk/overall/model.ts'
import { rowsGiven } from './folder.ts'
import { isOutbound } from './rows.ts'
import { lessonsOf, readOutOfFold, textsOfOurOwn } from './training/fit.ts'
import { incomingRows } from './training/incoming.ts'
import { caseOf, readAll, trainPretext } from './training/pretext.ts'
import { writePretext } from './training/write-pretext.ts'

const say = (line: string): boolean => process.stderr.write(`${line}\n`)

const labelled = rowsGiven('train:pretext').filter((row) => !isOutbound(row))
const rows = [...labelled, ...textsOfOurOwn()]
const { readings } = await readOutOfFold(rows, await lessonsOf(rows), (fold) => say(`fold ${fold} read`))
readings.push(...(await readAll(incomingRows())))
const cases = []
for (const reading of readings) cases.push(await caseOf(reading, overallModel))
const { model, lines } = trainPretext(cases)
for (const line of lines) say(line)
writePretext(model)
