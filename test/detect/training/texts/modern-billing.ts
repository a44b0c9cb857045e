/** Honest notices of billing, help desks and offices in seven languages, for training: the subject in the first line. */
export const billing: readonly string[] = [
  'Invoice {code} from {company}\nDear {name},\n\nyour invoice {code} over {amount} is ready. Open it here:\n\n{link}\n\nKind regards\n{company}',
  'Quote {code} for {company}\nDear {name},\n\nplease follow this link to see the quote over {amount}:\n\n{link}\n\nIt is valid for {n} days.\n\nRegards,\n{other}',
  'Invoice {code} was opened by {company}\nHello {name},\n\nyour client {company} has looked at invoice {code} ({amount}).\n\nView: {link}',
  'Payment received from {company}\nHello {name},\n\n{company} has paid {amount} for invoice {code}.\n\nView payment: {link}\n\nRegards',
  'Payment for invoice {code} did not go through\nHello {name},\n\nthe payment of {company} for invoice {code} failed. {amount} was added to the open balance again. You may want to write to your client.\n\nView invoice: {link}',
  'Credit note {code}\nDear {name},\n\na credit of {amount} was issued to you. It will be set off against your next invoice.\n\nView: {link}\n\n{company}',
  'Your refund of {amount}\nDear {name},\n\nwe have refunded {amount} for order {code}. It takes {n} days until it shows on your card.\n\nDetails: {link}\n\n{company}',
  'Purchase order {code} could not be delivered\nHello {name},\n\nthe mail with purchase order {code} to {other} came back. Please check the address.\n\nOpen: {link}',
  'Your proposal from {company}\nDear {name},\n\nhere is the proposal we spoke about, {amount} in all:\n\n{link}\n\nBest, {other}',
  'Quote {code} has expired\nHello {name}, the quote {code} for {company} over {amount} is no longer valid. Renew it: {link}',
  '[#{digits}] Account unlocked\n--- Please write above this line ---\n\nHi {name},\n\nyour account was locked after too many attempts. I have unlocked it; please sign in with the password you know. If you still can’t get in, answer here.\n\n{other}, help desk',
  'Change your password before {date}\nDear colleagues,\n\npasswords older than a year have to be changed by {date}, in the staff portal as always. This mail has no link on purpose.\n\nIT',
  // German.
  'Rechnung {code} von {company}\nGuten Tag {name},\n\nIhre Rechnung {code} über {amount} finden Sie hier:\n\n{link}\n\nMit freundlichen Grüßen\n{company}',
  'Angebot {code} wurde angesehen\nGuten Tag {name}, {company} hat Ihr Angebot {code} über {amount} geöffnet. Ansehen: {link}',
  'Zahlung von {company} eingegangen\nGuten Tag {name}, {company} hat {amount} für die Rechnung {code} bezahlt. Zahlung ansehen: {link}',
  'Zahlung für Rechnung {code} fehlgeschlagen\nGuten Tag {name}, die Zahlung von {company} über {amount} ist fehlgeschlagen, der Betrag steht wieder offen. Rechnung ansehen: {link}',
  'Kennwort bis {date} ändern\nLiebe Kolleginnen und Kollegen,\n\nbitte ändern Sie Ihr Kennwort bis {date} im Portal. Diese Mail enthält mit Absicht keinen Link.\n\nIhre IT',
  // French.
  'Facture {code} de {company}\nBonjour {name},\n\npour voir votre facture de {amount}, suivez ce lien :\n\n{link}\n\nCordialement,\n{company}',
  'Nouveau devis de {company}\nBonjour {name},\n\nvoici votre devis d’un montant de {amount} :\n\n{link}\n\nCordialement',
  'La facture {code} a été consultée\nBonjour {name}, votre client {company} a ouvert la facture {code} de {amount}. Voir : {link}',
  'Paiement reçu de {company}\nBonjour {name}, un paiement de {amount} a été effectué pour la facture {code}. Voir : {link}',
  'Paiement échoué pour la facture {code}\nBonjour {name}, le paiement de {company} a échoué ; {amount} restent dus. Voir la facture : {link}',
  // Spanish.
  'Factura {code} de {company}\nEstimado/a {name}:\n\npara ver su factura de {amount}, abra este enlace:\n\n{link}\n\nUn saludo,\n{company}',
  'Presupuesto {code} vencido\nHola, {name}: el presupuesto {code} para {company} por {amount} ha vencido. Ver: {link}',
  'Pago recibido de {company}\nHola, {name}: {company} ha pagado {amount} de la factura {code}. Ver: {link}',
  'Recordatorio amistoso: factura {code}\nEstimado cliente:\n\nla factura {code} de {amount} venció el {date}. La cuenta es la de siempre. Si ya la pagó, gracias.\n\n{company}',
  // Portuguese.
  'Fatura {code} de {company}\nCaro(a) {name},\n\npara ver a sua fatura de {amount}, abra este endereço:\n\n{link}\n\nCumprimentos,\n{company}',
  'A fatura {code} foi vista\nCaro(a) {name}, o cliente {company} viu a fatura {code} de {amount}. Ver: {link} Atenciosamente',
  'Pagamento recebido de {company}\nCaro(a) {name}, {company} pagou {amount} da fatura {code}. Ver: {link}',
  'Falha no pagamento da fatura {code}\nCaro(a) {name}, o pagamento de {company} falhou e {amount} voltaram ao saldo em aberto. Ver: {link}',
  'Proposta {code} de {company}\nCaro(a) {name}, a proposta de {amount} está aqui: {link} Cumprimentos',
  'Nota de crédito {code}\nCaro(a) {name}, emitimos um crédito de {amount} a seu favor. Ver: {link} {company}',
  // Italian and Dutch.
  'Fattura {code} di {company}\nGentile {name},\n\nper vedere la fattura di {amount} apra questo indirizzo:\n\n{link}\n\nCordiali saluti\n{company}',
  'Pagamento ricevuto da {company}\nGentile {name}, {company} ha pagato {amount} per la fattura {code}. Vedi: {link}',
  'Factuur {code} van {company}\nBeste {name},\n\nbekijk hier uw factuur van {amount}:\n\n{link}\n\nMet vriendelijke groet\n{company}',
  'Betaling ontvangen van {company}\nBeste {name}, {company} heeft {amount} betaald voor factuur {code}. Bekijken: {link}',
  // Chinese and Japanese.
  '请在 {date} 前修改密码\n各位同事：\n\n请于 {date} 前在内部网站修改密码。为了安全，本邮件不含链接。\n\n信息部',
  '来自 {company} 的发票 {code}\n{name} 您好：您的发票 {code}，金额 {amount}，请在此查看：{link}',
  '請求書 {code} のお知らせ\n{name} 様\n\n{company} より請求書 {code}（{amount}）をお送りします。こちらからご覧ください：{link}',
]
