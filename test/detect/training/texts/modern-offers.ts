/** Honest newsletters, offers and reminders of today's firms in ten languages, for training: the subject in the first line. */
export const offers: readonly string[] = [
  'Last chance: 20% off everything ends tonight\nHi {name},\n\nour spring sale ends at midnight. Take 20% off all lamps and rugs with the code SPRING20 at the checkout.\n\nShop the sale: {link}\n\nFree delivery over 50. Returns within 30 days.\n\nYou get this letter because you have bought at {company}. Unsubscribe | Preferences',
  'You have {digits} points, here is how to use them\nHello {name},\n\nyou have collected {digits} points with {company}. 500 points are worth 5 off your next order. Points from before {date} expire at the end of the year.\n\nSee your balance: {link}\n\nThe {company} club',
  'Your delivery is booked for {date}\nHi {name},\n\nyour parcel {code} from {company} comes on {date} between 10 and 14. Not at home? Choose a neighbour, a shop or another day.\n\nChange my delivery: {link}\n\nDuty and tax are already paid.',
  'Customs charges are due on parcel {code}\nDear {name},\n\nyour parcel from outside the country has import tax of 14.20. Please pay it in our app or at the door. We keep the parcel until {date}.\n\nDetails: {link}\n\n{company} Parcels, customer service',
  'Storage almost full\nHi {name},\n\nyou have used 91% of your 15 GB at {company}. When there is no room left you can no longer upload files; nothing is deleted. Clear some space or choose a bigger plan.\n\nManage storage: {link}',
  'We’d love to hear from you\nHi {name},\n\nyou stayed with us on {date}. Would you take two minutes to say how it was? Among all answers until the end of the month we draw three vouchers of 50.\n\nGive feedback: {link}\n\nThe team at {company}',
  'Your monthly wrap-up from {company}\nThis month you moved {n} hours, and slept 7.{n} hours a night. Your best week yet!\n\nSee all figures: {link}\n\nYou can switch these letters off in your settings.',
  'Your annual cover ends on {date}\nDear {name},\n\nyour policy {code} renews on {date} for {amount}. Nothing to do if you want to keep it. To change or end it, call {phone} or sign in: {link}\n\n{company} Insurance',
  // German.
  'Nur noch bis Sonntag: 15 % auf Gartenmöbel\nHallo {name},\n\nder Sommer kann kommen: Bis Sonntag gibt es 15 % auf alle Gartenmöbel, im Laden und im Netz. Der Rabatt wird im Warenkorb abgezogen.\n\nJetzt stöbern: {link}\n\nSie bekommen diesen Newsletter, weil Sie sich bei {company} angemeldet haben. Abmelden können Sie sich jederzeit.',
  'Ihre Sendung {code} kommt am {date}\nGuten Tag {name},\n\nIhr Paket von {company} wird am {date} zwischen 9 und 13 Uhr zugestellt. Sind Sie nicht da? Dann wählen Sie einen Nachbarn oder eine Filiale.\n\nSendung verfolgen: {link}',
  'Für Ihr Paket fallen Einfuhrabgaben an\nGuten Tag {name},\n\nfür Ihre Sendung {code} aus dem Ausland sind 11,40 € Einfuhrumsatzsteuer zu zahlen. Sie können bei der Zustellung bar oder vorab in der App bezahlen. Wir lagern das Paket bis zum {date}.\n\nMehr dazu: {link}',
  'Ihr Punktestand im {date}\nHallo {name}, Sie haben {digits} Punkte gesammelt. 300 Punkte verfallen zum Jahresende, wenn Sie sie nicht einlösen. Zu den Prämien: {link} Ihr {company}-Team',
  'Ihre Karte läuft ab, die neue ist unterwegs\nSehr geehrte(r) {name},\n\nIhre Karte mit der Endung {n}{n} gilt noch bis Monatsende. Die neue schicken wir Ihnen in den nächsten zwei Wochen. Sie müssen nichts tun, die PIN bleibt gleich.\n\nIhre {company} Bank',
  'Änderung unserer Geschäftsbedingungen zum {date}\nSehr geehrte Kundin, sehr geehrter Kunde,\n\nzum {date} ändern wir unsere Bedingungen. Bitte stimmen Sie im Online-Banking zu. Melden Sie sich dazu wie gewohnt an; diese Mail enthält aus Sicherheitsgründen keinen Link.\n\nIhre {company} Bank',
  'Erinnerung: Ihre Rechnung {code} ist fällig\nGuten Tag {name},\n\nsicher haben Sie es nur übersehen: Die Rechnung {code} über {amount} war am {date} fällig. Bitte überweisen Sie den Betrag auf das Konto, das auf der Rechnung steht.\n\nRechnung ansehen: {link}\n\n{company}, Buchhaltung',
  'Wie war Ihr Einkauf?\nHallo {name}, Sie haben vor kurzem bei {company} bestellt. Über eine kurze Bewertung freuen wir uns. Unter allen Teilnehmern verlosen wir fünf Gutscheine über 20 €. Zur Bewertung: {link}',
  // Dutch.
  'Je pakket {code} komt morgen\nHoi {name},\n\nje pakket van {company} wordt morgen bezorgd tussen 14 en 18 uur. Niet thuis? Kies een afhaalpunt.\n\nVolg je pakket: {link}',
  'Weekendactie: tweede halve prijs\nBeste {name},\n\ndit weekend is bij {company} de tweede fles halve prijs, in de winkel en online.\n\nBekijk de folder: {link}\n\nGeen mail meer ontvangen? Meld je af onderaan.',
  'Uw nieuwe pas is onderweg\nBeste {name},\n\nuw bankpas verloopt eind deze maand. De nieuwe ontvangt u binnen twee weken per post. U hoeft niets te doen.\n\n{company} Bank',
  // French.
  'Derniers jours : -30 % sur la literie\nBonjour {name},\n\njusqu’à dimanche, profitez de 30 % de remise sur toute la literie avec le code DODO30.\n\nVoir l’offre : {link}\n\nVous recevez cette lettre car vous êtes client de {company}. Se désinscrire',
  'Votre colis {code} arrive demain\nBonjour {name},\n\nvotre colis expédié par {company} sera livré demain entre 9 h et 12 h. Vous pouvez choisir un point relais.\n\nSuivre mon colis : {link}',
  'Votre espace est bientôt plein\nBonjour {name}, vous utilisez 92 % de vos 10 Go. Vos fichiers restent en place. Pour faire de la place ou changer d’offre : {link} L’équipe {company}',
  'Vos droits : information annuelle\nMadame, Monsieur,\n\nvotre relevé annuel est disponible dans votre espace. Aucune démarche n’est à faire. {link}\n\nLe service des assurés',
  // Spanish.
  'Últimos días de rebajas en {company}\nHola, {name}:\n\nhasta el domingo tienes un 30 % en toda la colección de invierno. El descuento se aplica en la cesta.\n\nVer rebajas: {link}\n\nSi no quieres recibir más correos, date de baja aquí.',
  'Tu paquete {code} llega mañana\nHola, {name}:\n\nmañana entre las 10 y las 14 entregamos tu paquete de {company}. Puedes cambiar el día o recogerlo en una tienda.\n\nSeguir mi envío: {link}',
  'Tiene una notificación en su buzón\nEstimado/a {name}:\n\nhay un nuevo documento en su buzón electrónico. Acceda con su certificado como de costumbre. Este aviso no tiene efectos de notificación.\n\n{company}, sede electrónica',
  'Sus puntos caducan en diciembre\nHola, {name}: tiene {digits} puntos de {company}. 200 caducan a fin de año. Consulte el catálogo: {link}',
  // Portuguese.
  'Seu pedido {code} saiu para entrega\nOlá, {name}!\n\nSeu pedido da {company} será entregue hoje até as 20h. Não precisa pagar nada na entrega.\n\nAcompanhe: {link}',
  'Só até domingo: frete grátis\nOi, {name}!\n\nAté domingo, o frete é grátis em toda a loja da {company}. Use o cupom FRETE10.\n\nAproveitar: {link}\n\nNão quer mais receber? Cancele a inscrição no rodapé.',
  'Sua fatura de {amount} fechou\nOlá, {name},\n\nsua fatura vence no dia {n}. O boleto e o Pix estão no aplicativo. Se já pagou, desconsidere este aviso.\n\n{company}',
  'Seus pontos: resumo do mês\nOlá, {name}! Você tem {digits} pontos. Este mês vencem 120. Veja como usar: {link} Equipe {company}',
  'Lembrete: boleto {code} vence amanhã\nPrezado(a) {name},\n\no boleto {code} no valor de {amount} vence amanhã. Segue em anexo. Dúvidas, responda a este e-mail.\n\nFinanceiro, {company}',
  // Italian.
  'Ultimi giorni: sconto del 20%\nCiao {name},\n\nfino a domenica il 20% di sconto su tutte le scarpe, in negozio e online.\n\nScopri: {link}\n\nRicevi questa mail perché sei iscritto alla newsletter di {company}. Cancellati',
  'Il tuo pacco {code} arriva domani\nCiao {name}, domani tra le 9 e le 13 consegniamo il tuo pacco di {company}. Se non ci sei, scegli un punto di ritiro: {link}',
  'Avviso di scadenza polizza\nGentile {name},\n\nla sua polizza {code} scade il {date}. Per rinnovarla passi in agenzia o dal sito: {link}\n\n{company} Assicurazioni',
  // Polish, Turkish, Russian.
  'Twoja paczka {code} jest w drodze\nCześć {name}, kurier dostarczy paczkę od {company} jutro między 9 a 15. Śledź przesyłkę: {link}',
  'Weekend z rabatem -20%\nDzień dobry, do niedzieli rabat 20% na całą kolekcję {company}. Zobacz: {link} Aby się wypisać, kliknij w stopce.',
  'Siparişiniz {code} kargoya verildi\nMerhaba {name}, {company} siparişiniz yola çıktı. Teslimat {date}. Takip: {link}',
  'Ваш заказ {code} в пути\nЗдравствуйте, {name}! Заказ из {company} доставят завтра с 10 до 14. Отследить: {link}',
  'Скидка 15 % до воскресенья\nЗдравствуйте, {name}! До воскресенья скидка 15 % на всю посуду в {company}. Смотреть: {link} Отписаться можно внизу письма.',
  // Chinese and Japanese.
  '您的订单 {code} 已发货\n{name} 您好：\n\n您在 {company} 购买的商品已发货，预计 {date} 送达。查看物流：{link}',
  '周末特惠：全场八折\n{name} 您好，本周末 {company} 全场八折，详情请见：{link} 如不想再收到此类邮件，请点击退订。',
  'ご注文 {code} を発送しました\n{name} 様\n\n{company} をご利用いただきありがとうございます。商品は {date} にお届け予定です。配送状況：{link}',
  'カードの有効期限が近づいています\n{name} 様\n\n末尾 {n}{n} のカードは今月末で有効期限が切れます。新しいカードを簡易書留でお送りします。お手続きは不要です。\n\n{company} カード',
]
