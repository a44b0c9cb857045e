/** What the pages say on which people look at mail and decide on it, in German. */
import { limits } from '../../domain/limits.ts'
import type { Texts } from '../en/index.ts'

/** What is asked of several: „2 genehmigen und 1 freigeben“. */
const asked = (parts: [verb: string, count: number][]): string =>
  parts
    .filter(([, count]) => count > 0)
    .map(([verb, count]) => `${count} ${verb}`)
    .join(' und ')

export const queue: Texts['queue'] = {
  title: 'Warteschlange',
  heading: 'Was auf Sie wartet',
  wait: (count, shown) => (count === 1 ? '1 Nachricht wartet.' : `${shown} Nachrichten warten.`),
  waitMore: (most) => `Mehr als ${most} Nachrichten warten.`,
  noneHere: 'Auf dieser Seite der Warteschlange wartet nichts mehr.',
  empty:
    'Nichts wartet. Hier erscheinen Nachrichten, die eine Genehmigung brauchen, und zurückgehaltene Nachrichten.',
  overview: 'Was ein- und ausging',
  selected: 'Ausgewählt:',
  pass: 'Genehmigen, freigeben',
  stop: 'Ablehnen, löschen',
  isNew: 'neu.',
  showNow: 'Die Warteschlange zeigen, wie sie jetzt ist',
  select: (subject) => `Auswählen: ${subject}`,
  selectAlike: (count, recipients) =>
    `Die ${count} ähnlichen auswählen${recipients > 1 ? `, an ${recipients} verschiedene Empfänger` : ''}`,
  wantsToLeave: 'Soll gesendet werden',
  withheld: 'Zurückgehalten',
  notSentAfter: 'Frist bis',
  order: 'Reihenfolge',
  newest: { sort: 'Neueste zuerst', before: 'Neuere', after: 'Ältere', further: 'Ältere' },
  risk: { sort: 'Höchstes Risiko zuerst', before: 'Vorige', after: 'Nächste', further: 'Geringeres Risiko' },
}

export const mail: Texts['mail'] = {
  noSubject: '(kein Betreff)',
  toWhom: (address) => `An ${address}`,
  fromWhom: (address) => `Von ${address}`,
  further: (count, all) => `und ${count} weitere, insgesamt ${all}`,
  furtherField: (characters) => `… noch ${characters} Zeichen`,
  older: 'Ältere',
  more: 'Mehr',
  messages: (count) => `${count} ${count === 1 ? 'Nachricht' : 'Nachrichten'}`,
  cut: (characters) => `[… noch ${characters} Zeichen]`,
  unsafeHtml: 'Der HTML-Teil lässt sich nicht gefahrlos anzeigen. Sein Quelltext steht unten.',
  htmlPart: 'Der HTML-Teil der Nachricht',
  shownWithout: 'Ohne externe Bilder und ohne das, was darin verborgen ist.',
  links: (count) => `Wohin die Links führen (${count})`,
  misleading: (count) =>
    count === 1
      ? 'Ein Link zeigt eine Adresse und führt zu einer anderen:'
      : `${count} Links zeigen eine Adresse und führen zu einer anderen:`,
  leadsTo: (shown, url) => `„${shown}“ führt zu ${url}`,
  textPart: 'Der Textteil',
  sourceSent: 'Der Quelltext des HTML-Teils, wie er gesendet wird',
  sourceReceived: 'Der Quelltext des HTML-Teils, wie er ankam',
  attachments: 'Anhänge',
  scans: {
    pending: 'noch nicht geprüft',
    clean: 'geprüft, sauber',
    infected: 'infiziert',
    error: 'konnte nicht geprüft werden',
  },
  partHeaders: 'Die Kopfzeilen jedes Teils, wie sie gesendet werden',
  bytes: (count) => `${count} ${count === 1 ? 'Byte' : 'Bytes'}`,
  kilobytes: (count) => `${count} kB`,
  megabytes: (count) => `${count} MB`,
  answers: 'Worauf sie antwortet',
  sentBy: (address) => `Gesendet von ${address}`,
  distrust: 'Sie wurde zurückgehalten: Vertrauen Sie ihr nicht',
  utc: 'UTC',
  notJudged: 'nicht bewertet',
  risk: 'Risiko',
  received: 'Empfangen',
  written: 'Vom Agenten geschrieben',
  withheld: 'Sie wird zurückgehalten: Vertrauen Sie ihrem Inhalt nicht.',
}

export const queuedMail: Texts['queuedMail'] = {
  noSubject: 'Eine Nachricht ohne Betreff',
  back: 'Zurück zur Warteschlange',
  backToInbox: (slug) => `Zurück zu ${slug}`,
  why: 'Warum sie wartet',
  whyThen: 'Warum sie wartete',
  found: 'Was darin gefunden wurde',
  decidedBy: {
    approved: (who) => `Genehmigt von ${who}`,
    rejected: (who) => `Abgelehnt von ${who}`,
  },
  editedBy: (who, revision) => `Bearbeitet von ${who} (Fassung ${revision})`,
  somebodyGone: 'jemandem, der keinen Zugang mehr hat',
  message: 'Die Nachricht',
  headerAndSenders: 'Kopfzeilen und Absender',
  allFields: 'Alle Kopfzeilen',
  wantsToLeave: 'Soll gesendet werden. Genehmigt sie niemand bis',
  notSent: 'wird sie nicht gesendet.',
  withheld: 'Zurückgehalten: Der Agent sieht sie nicht.',
  decided: (status) => `Hier ist nichts mehr zu entscheiden: ${status}.`,
  decidedMeanwhile:
    'Sie wartet nicht mehr: Inzwischen hat jemand darüber entschieden, oder ihre Zeit war um. Jetzt hat sich nichts geändert.',
  editedMeanwhile:
    'Eine andere Person hat die Nachricht inzwischen bearbeitet: Sehen Sie sie sich noch einmal an.',
  viewer: 'Mit Ihrer Rolle können Sie diese Nachricht lesen, aber nicht darüber entscheiden.',
  noSender: 'Die Nachricht nennt keinen Absender, der sich blockieren ließe.',
  secrets: {
    shown: 'Die vertraulichen Daten werden angezeigt; das ist protokolliert.',
    masked: (mask) => `Schlüssel, Passwörter und Codes darin sind verdeckt: ${mask}.`,
    unread: '(nicht angezeigt: konnte nicht auf vertrauliche Daten geprüft werden)',
    show: 'Anzeigen',
    showHint: 'Dass Sie das tun, wird protokolliert.',
    title: 'Die Nachricht enthält vertrauliche Daten',
    says: 'In dem, was Sie bearbeiten wollen, stehen Schlüssel, Passwörter oder Codes. Dort sind sie sichtbar, und das wird protokolliert.',
    edit: 'Anzeigen und bearbeiten',
  },
  no: 'Nein, zurück',
  sure: {
    title: 'Sind Sie sicher?',
    score: 'Die Risikobewertung ist',
    of: (score) => `${score} von 100`,
    approve: { asks: 'Trotzdem senden?', yes: 'Ja, genehmigen' },
    release: { asks: 'Trotzdem durchlassen?', yes: 'Ja, freigeben' },
  },
  release: 'Freigeben',
  delete: 'Löschen',
  deleteSays: 'Die Nachricht ist dann endgültig gelöscht, samt Anhängen. Der Agent sieht sie nie.',
  deleteIt: 'Endgültig löschen',
  report: {
    title: 'Melden',
    what: 'Was ist es?',
    choose: 'Bitte wählen …',
    labels: {
      clean: 'unbedenklich',
      injection: 'Prompt-Injection',
      phishing: 'Phishing',
      spam: 'Spam',
      malware: 'Schadsoftware',
      leak: 'Datenabfluss',
      other: 'etwas anderes',
    },
    note: 'Anmerkung',
    save: 'Melden und protokollieren',
  },
  block: {
    title: 'Absender blockieren',
    whose: 'Wessen Nachrichten sollen alle Postfächer ab jetzt abweisen?',
    allOf: (domain) => `alle von ${domain}`,
    hint: 'Das legt eine Richtlinie an, die sich ändern und löschen lässt. Diese Nachricht bleibt, wie sie ist.',
    refuse: 'Abweisen',
    policyName: (sender) => `Blockiert: ${sender}`,
  },
  cameTo: 'Empfangen an',
  answersTo: 'Antworten an',
  since: 'Seit',
  date: 'Datum',
  writtenHere: 'Sie wurde in diesem Dienst geschrieben und kam nicht per E-Mail.',
  none: 'keine',
  before: 'Frühere Nachrichten der Unterhaltung',
}

export const decided: Texts['decided'] = {
  approve: 'genehmigt',
  reject: 'abgelehnt',
  release: 'freigegeben',
  delete: 'gelöscht',
}

export const pending: Texts['pending'] = {
  decidedAlready: 'Darüber hat gerade schon jemand entschieden.',
  tooLate: 'Es ist zu spät: Das wurde bereits ausgeführt.',
  undo: 'Rückgängig',
  due: {
    approve: (mail) => `${mail} wird in ${limits.undoSeconds} Sekunden gesendet.`,
    reject: (mail) => `${mail} wird in ${limits.undoSeconds} Sekunden abgelehnt.`,
    release: (mail) => `${mail} wird in ${limits.undoSeconds} Sekunden freigegeben.`,
    delete: (mail) => `${mail} wird in ${limits.undoSeconds} Sekunden gelöscht.`,
  },
  dueLater: (mail) => `${mail} wird in ${limits.undoSeconds} Sekunden genehmigt, und gesendet am`,
  named: (subject) => `„${subject}“`,
  it: 'Die Nachricht',
  soon: (done) => `Die Nachricht wird in wenigen Sekunden ${done}.`,
  rowSoon: (subject, done) => `${subject}: wird in wenigen Sekunden ${done}.`,
  seen: 'Gesehen',
  failed: (done, why, mail = 'Die Nachricht') => `${mail} konnte nicht ${done} werden: ${why}`,
}

export const batch: Texts['batch'] = {
  pass: (approved, released) =>
    `${asked([
      ['genehmigen', approved],
      ['freigeben', released],
    ])}?`,
  stop: (rejected, deleted) =>
    `${asked([
      ['ablehnen', rejected],
      ['löschen', deleted],
    ])}?`,
  risky: (count, bound) =>
    `${count} davon ${count === 1 ? 'hat' : 'haben'} eine Risikobewertung über ${bound}.`,
  goneForGood: 'Was zurückgehalten wurde, ist dann endgültig gelöscht, samt Anhängen.',
  yes: (count) => `Ja, alle ${count}`,
  no: 'Nein, zurück',
  edited: 'Eine andere Person hat sie inzwischen bearbeitet.',
  someLeft: 'Einige sind übrig',
  passed: (done, all) => `${done} von ${all} sind unterwegs.`,
  stopped: (done, all) => `${done} von ${all} sind gestoppt.`,
  failed: 'Was nicht möglich war',
}

export const review: Texts['review'] = {
  title: 'Genehmigung nötig',
  kicker: 'Genehmigung einer ausgehenden Nachricht',
  since: 'Wartet seit',
  until: 'Genehmigt sie niemand bis',
  notSent: 'wird sie nicht gesendet.',
  sentAt: 'Nach der Genehmigung gesendet am',
  why: 'Warum sie wartet',
  message: 'Die Nachricht',
  decision: 'Ihre Entscheidung',
  approve: 'Genehmigen und senden',
  edit: 'Vorher bearbeiten',
  reject: 'Ablehnen',
  reason: 'Begründung',
  reasonHint: '(der Agent kann sie lesen)',
  rejectIt: 'Ablehnen und nicht senden',
  edited: 'Bei der Prüfung bearbeitet',
  revision: (revision) =>
    `Dies ist Fassung ${revision}. Sie wurde neu bewertet; mit der Genehmigung wird genau diese gesendet.`,
  changes: 'Was die letzte Bearbeitung geändert hat',
  queue: 'Alles, was wartet',
  queueHint: '(dazu melden Sie sich an)',
}

export const result: Texts['result'] = {
  invalid: {
    title: 'Dieser Link funktioniert nicht',
    says: 'Er ist unvollständig, oder sein Ziel gibt es nicht mehr. Der Link steht in der Benachrichtigung, die Sie erhalten haben; verwenden Sie ihn unverändert.',
  },
  expired: 'Abgelaufen',
  expiredBy: 'Niemand hat entschieden bis',
  expiredSays: 'Die Nachricht wird nicht gesendet.',
  approved: { title: 'Genehmigt', says: 'Die Nachricht ist unterwegs, genau so, wie sie gezeigt wurde.' },
  rejected: {
    title: 'Abgelehnt',
    says: 'Die Nachricht wird nicht gesendet. Der Agent kann das lesen, ebenso die Begründung.',
  },
  you: 'Sie',
  other: 'Eine andere Person',
  decided: (who, status) =>
    `${who} ${who === 'Sie' ? 'haben' : 'hat'} diese Nachricht ${status === 'approved' ? 'genehmigt' : 'abgelehnt'},`,
  reason: (reason) => `Begründung: ${reason}`,
  queue: 'Was sonst noch wartet',
}

export const edit: Texts['edit'] = {
  title: 'Nachricht bearbeiten',
  judgedAnew:
    'Was Sie speichern, wird bewertet, als würde es neu gesendet, und wartet weiter: Sie genehmigen es auf der nächsten Seite.',
  bothParts: 'Die meisten sehen den HTML-Teil: Ändern Sie beide, oder senden Sie nur den Text.',
  textOnly: 'Nur den Textteil senden',
  save: 'Als neue Fassung speichern',
  back: 'Zurück, ohne zu speichern',
  editedMeanwhile:
    'Die Nachricht wurde bearbeitet, seit Sie dieses Formular geöffnet haben. Was Sie geschrieben haben, steht unten und ist noch nicht gespeichert; wenn Sie es speichern, ersetzt es die jetzige Fassung.',
  asItIs: (field) => `${field} in der jetzigen Fassung`,
  nothing: '(nichts)',
}

export const provenance: Texts['provenance'] = {
  title: 'Was der Agent vorher gelesen hatte',
  note: `Eingegangene Nachrichten, die der Schlüssel vorher gelesen hatte, mit dem diese geschrieben wurde: die neuesten zuerst, aus den letzten ${limits.recordedReadDays} Tagen. Was den Agenten über einen Webhook, einen Ereignisstrom oder einen anderen Schlüssel erreichte, ist hier nicht bekannt.`,
  none: 'Es ist nichts verzeichnet.',
  when: (before) => `${before} vor dem Schreiben gelesen`,
  subjectless: '(kein Betreff)',
  proven: 'Absender bestätigt',
  unproven: 'Absender nicht bestätigt',
  verdicts: { clean: 'unauffällig', flagged: 'auffällig', withheld: 'zurückgehalten' },
  released: 'freigegeben',
  notJudged: 'nicht bewertet',
  distrust: 'Vertrauen Sie ihr nicht.',
  spans: {
    seconds: 'weniger als eine Minute',
    minutes: (many) => `${many} ${many === 1 ? 'Minute' : 'Minuten'}`,
    hours: (many) => `${many} ${many === 1 ? 'Stunde' : 'Stunden'}`,
    days: (many) => `${many} ${many === 1 ? 'Tag' : 'Tage'}`,
  },
}

const levels = { high: 'hoch', medium: 'mittel', low: 'niedrig' }

export const findings: Texts['findings'] = {
  notJudged: 'Sie wurde nicht bewertet.',
  score: 'Risikobewertung',
  scoreOf: (score, level) => `${score} von 100, ${levels[level]}`,
  points: (points) => `${points} ${points === 1 ? 'Punkt' : 'Punkte'}`,
  takenOut: (what) => `Richtlinien haben entfernt: ${what}.`,
  wholeText: 'Der gesamte Text',
  marked: 'Im Text markiert:',
  toPassage: (number) => `Stelle ${number}`,
  toFindings: (number) => `Was an Stelle ${number} gefunden wurde`,
  places: {
    subject: 'Im Betreff',
    body: 'Im Text',
    html: 'Im HTML-Teil',
    hidden: 'Darin verborgen',
    raw: 'In der Nachricht, wie sie ankam',
    model: 'Das Modell sagt',
  },
  inHeader: (name) => `In der Kopfzeile ${name}`,
  inAttachment: (name) => `Im Anhang ${name}`,
  decoded: (place, encodings) => `${place}, dekodiert aus ${encodings}`,
}
