/** The registry of built-in scorers, in the order they run and show their findings. */
import type { Scorer } from './scorer.ts'
import { attachments } from './scorers/attachments.ts'
import { authentication } from './scorers/authentication.ts'
import { behindBack } from './scorers/behind-back.ts'
import { clamav } from './scorers/clamav.ts'
import { clone } from './scorers/clone.ts'
import { codes } from './scorers/codes.ts'
import { disclosure } from './scorers/disclosure.ts'
import { exfiltration } from './scorers/exfiltration.ts'
import { feedback } from './scorers/feedback.ts'
import { hiddenText } from './scorers/hidden-text.ts'
import { impersonation } from './scorers/impersonation.ts'
import { impostor } from './scorers/impostor.ts'
import { injection } from './scorers/injection.ts'
import { knownSender } from './scorers/known-sender.ts'
import { links } from './scorers/links.ts'
import { llmScan } from './scorers/llm-scan.ts'
import { overall } from './scorers/overall.ts'
import { ownDomain } from './scorers/own-domain.ts'
import { pii } from './scorers/pii.ts'
import { pretext } from './scorers/pretext.ts'
import { report } from './scorers/report.ts'
import { scam } from './scorers/scam.ts'
import { secrets } from './scorers/secrets.ts'
import { structure } from './scorers/structure.ts'
import { unread } from './scorers/unread.ts'

export const scorers: readonly Scorer[] = [
  clamav,
  structure,
  authentication,
  ownDomain,
  impersonation,
  impostor,
  knownSender,
  report,
  links,
  clone,
  codes,
  attachments,
  scam,
  hiddenText,
  unread,
  injection,
  behindBack,
  secrets,
  pii,
  exfiltration,
  feedback,
  overall,
  disclosure,
  pretext,
  llmScan,
]
