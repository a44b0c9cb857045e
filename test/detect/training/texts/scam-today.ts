/** Phishing and advertising of today in ten languages, written for training: the subject in the first line, every link a slot. */

/** What is after passwords, cards or money. */
export const phishingToday: readonly string[] = [
  // Storage, subscriptions and parcels.
  'Your photos will be deleted on {date}\nStorage limit reached\n\nYour cloud is full: {n}8.7 of 50 GB used. Since {date} your pictures and clips are no longer saved.\n\nAs a loyal member you get 50 GB more for a single payment of 1.95.\n\nKeep my files: {url}\n\nIf you do nothing, everything is erased for good. Unsubscribe {url}',
  'Payment declined. Your files are at risk (ID {code})\nDear customer,\n\nthe renewal of your storage plan failed because your card has expired. All backups were paused.\n\nSubscription ID: {digits}\nProduct: Cloud 200 GB\nExpires: today\n\nRenew now and get {n} months free {url}',
  'Antivirus expired today: {n} threats found\nYour PC is not protected!\n\nOur scan shows {n} viruses. Identity and bank data may be stolen within hours. Your licence ended on {date}.\n\nRENEW PROTECTION (-80% only today) {url}\n\nNot interested? {url}',
  'Parcel {code} is on hold: 1.99 outstanding\nHello,\n\nwe tried to bring your parcel on {date}, but the delivery fee of 1.99 has not been settled. It waits at the depot for 48 hours and is then sent back.\n\nPay and schedule a new delivery {url}\n\nTracking: {code}{digits}',
  'Your streaming membership is on hold\nHi,\n\nWe are having some trouble with your current billing information. We will try again, but in the meantime you may want to update your payment details so that you do not lose access.\n\nUPDATE ACCOUNT NOW {url}\n\nYour friends at the streaming team',
  'Re: your loyalty points expire in {n} hours\nYou have {digits} points which run out at midnight. Swap them for headphones, a watch or an air fryer while stocks last. You only pay the postage.\n\nSee my rewards {url}',
  'Confirmation required: you have been selected\nCongratulations! You are one of the few who may take part in our short survey about {company} and receive a brand new drill set.\n\nIt takes 30 seconds. Only {n} left.\n\nStart here {url}\n\nTo stop these messages, write to 12 Sky Tower, Suite {n}0 or go here {url}',
  'Final reminder: claim your {company} emergency kit\nWe have been trying to reach you, please respond! Your name came up for a free car kit from our store partners. This is our last attempt.\n\nConfirm now {url}',
  // Mailboxes and documents.
  'Mail delivery suspended: {n} messages pending\nDear {address},\n\nDue to a synchronisation error {n} incoming mails could not be brought to your inbox. Release them below or they will be removed within 24 hours.\n\nRelease messages {url}\n\nMail server administrator',
  'Action: password for {address} expires today\nThe password of your mailbox {address} is set to expire in 24 hours.\n\nYou can keep using your current password.\n\nKEEP CURRENT PASSWORD {url}\n\nNote: we won’t be responsible for loss of access. IT service desk',
  'Payment advice {code} attached for {company}\nGood day,\n\nplease see the shared remittance for invoice {code} paid on {date} on behalf of our client. The document is protected: sign in with your business mail to open it.\n\nView document {url}\n\nThis message is confidential.',
  'New sign-in from Moscow\nSomeone just signed in to your account\n\nCountry: Russia\nIP: 103.225.77.{n}\nPlatform: Windows 10\nBrowser: Firefox\n\nIf this was not you, report the user now. If it was you, we will trust such activity in future.\n\nReport the user {url}\nUnsubscribe {url}',
  'Wallet verification is mandatory from {date}\nDear user,\n\nunder new rules all self-custody wallets must be verified. Wallets that are not verified before {date} will be restricted, and coins can no longer be moved.\n\nVerify my wallet {url}\n\nHave your recovery phrase at hand. The process takes two minutes.',
  'Your airdrop allocation: {digits} tokens\nYou are eligible. Connect your wallet before the snapshot on {date}, or unclaimed tokens are burnt.\n\nClaim {url}',
  'You have an unpaid tax balance / refund of {amount}\nAfter the last calculation of your fiscal activity we found that you may receive {amount}. Submit the request and allow 3 to 9 days. Access the form {url}\n\nDelays can have various reasons, such as invalid records.',
  'Important: your card has been limited\nDear client,\n\nDuring a routine check we noticed something unusual and limited what your card can be used for. To lift the limit, confirm the details of your account.\n\nConfirm my details {url}\n\nUntil then transfers and cash withdrawals are not possible.',
  'Your business page will be removed\nHello,\n\nwe received complaints that your page breaks our rules on trade marks. It is going to be removed for good within 24 hours unless you appeal.\n\nAppeal form {url}\n\nCase {digits}\nSupport of business pages',
  // German.
  'Ihr Kundenkonto wurde eingeschränkt\nSehr geehrte Kundin, sehr geehrter Kunde,\n\nim Rahmen einer Sicherheitsprüfung ist uns aufgefallen, dass Ihre Daten nicht mehr aktuell sind. Bis zur Bestätigung haben wir einige Funktionen Ihres Kontos gesperrt.\n\nJetzt Daten bestätigen {url}\n\nErfolgt die Bestätigung nicht binnen {n} Stunden, berechnen wir für die Prüfung von Hand 79,95 EUR.\n\nMit freundlichen Grüßen\nIhre Kundenbetreuung',
  'Neues Sicherheitsverfahren ab {date}\nGuten Tag,\n\nab dem {date} wird das bisherige Verfahren zur Freigabe von Aufträgen abgeschaltet. Registrieren Sie Ihr Gerät neu, um Ihr Online-Banking weiter ohne Einschränkung nutzen zu können.\n\nZur Registrierung {url}\n\nBitte halten Sie Ihre Zugangsdaten bereit. Nach Ablauf der Frist ist eine Freischaltung nur noch in der Filiale möglich.',
  'Ihre Sendung {code} wartet auf Sie\nHallo,\n\nIhr Paket konnte am {date} nicht zugestellt werden, da die Versandkosten von 1,99 € nicht bezahlt wurden.\n\nZustellung planen {url}\n\nWird die Gebühr nicht innerhalb von 48 Stunden beglichen, geht die Sendung an den Absender zurück.',
  'Ihr Cloud-Speicher ist voll!\nSpeicherlimit erreicht\n\nIhre Fotos und Videos werden am {date} gelöscht. Sichern Sie sich jetzt 50 GB zusätzlich für einmalig 1,95 €.\n\nWeiter {url}\n\nWenn Sie keine Mails mehr wünschen, hier abmelden {url}',
  'Letzte Mahnung vor Abschaltung, Vorgang {digits}\nSehr geehrter Kunde,\n\nwir konnten den Betrag von {amount} nicht von Ihrem Konto einziehen. Aktualisieren Sie umgehend Ihre Zahlungsart, sonst wird Ihr Vertrag beendet.\n\nZahlungsart aktualisieren {url}',
  'Herzlichen Glückwunsch! Sie wurden für ein Werkzeugset ausgewählt\nLieber Kunde, wir haben mehrfach versucht, Sie zu erreichen! Beantworten Sie drei Fragen und erhalten Sie ein Set im Wert von {amount} geschenkt.\n\nTeilnehmen {url}\n\nNur noch {n} Stück verfügbar.',
  'Ihr Postfach wird heute geschlossen\nLiebe Nutzerin, lieber Nutzer,\n\nIhre Mailadresse {address} wird im Zuge der Umstellung abgeschaltet. Bestätigen Sie Ihr Passwort, um sie zu behalten.\n\nPostfach behalten {url}\n\nIhr Mail-Team',
  'Rückerstattung über {amount} steht bereit\nSehr geehrte Damen und Herren,\n\nnach Prüfung Ihrer letzten Steuererklärung steht Ihnen eine Erstattung von {amount} zu. Füllen Sie bitte das Formular mit Ihrer Kartennummer aus. Der Anspruch verfällt am {date}.\n\nZum Formular {url}',
  'Ihre Zugangs-App läuft ab\nGuten Tag, Ihre Registrierung für die Freigabe-App endet am {date}. Ohne Verlängerung können Sie keine Überweisungen mehr freigeben. Verlängern Sie mit wenigen Klicks: {url} Ihre Bank',
  // Dutch.
  'Uw pakket {code} staat klaar\nBeste klant,\n\nwij konden uw pakket niet bezorgen omdat er nog 1,95 euro aan verzendkosten openstaat. Betaal binnen 48 uur, anders gaat het retour.\n\nNu betalen {url}\n\nDe bezorgdienst',
  'Uw bankpas verloopt: vraag kosteloos een nieuwe aan\nGeachte heer/mevrouw,\n\nvanaf {date} werken de oude passen niet meer. Vraag nu uw nieuwe, milieuvriendelijke pas aan om uw rekening te blijven gebruiken. Doet u dat later, dan kost de pas 14,95 euro.\n\nPas aanvragen {url}',
  'Uw account is tijdelijk geblokkeerd\nBeste gebruiker,\n\nwe hebben een ongewone inlogpoging gezien. Bevestig uw gegevens binnen {n} uur om weer toegang te krijgen.\n\nGegevens bevestigen {url}',
  'Openstaand bedrag: beslaglegging op {date}\nGeachte heer, mevrouw,\n\nondanks eerdere herinneringen is het bedrag van {amount} niet voldaan. Betaal vandaag nog via onderstaande knop om beslag op uw inboedel te voorkomen.\n\nNu voldoen {url}\n\nKenmerk {digits}',
  // French.
  'Votre colis {code} est en attente\nBonjour,\n\nvotre colis n’a pas pu être livré le {date} : des frais de 1,99 € restent à régler. Il sera renvoyé à l’expéditeur sous 48 heures.\n\nRégler et choisir une date {url}\n\nLe service de livraison',
  'Votre carte de santé arrive à expiration\nMadame, Monsieur,\n\nune nouvelle version de la carte est disponible. Remplissez le formulaire avant le {date} pour continuer à être remboursé.\n\nRecevoir ma carte {url}\n\nSans réponse, vos droits seront suspendus.',
  'Activité inhabituelle sur votre compte client\nCher client,\n\nnous avons limité l’accès à votre espace à la suite d’une opération suspecte de {amount}. Activez de nouveau votre clé numérique pour l’annuler.\n\nAccéder à mon espace {url}\n\nVotre conseiller',
  'Amende impayée, dernier rappel\nVous avez une contravention de 35 € non réglée. Passé le {date}, elle sera portée à 135 €. Payez en ligne par carte : {url}\n\nNuméro de dossier {digits}',
  // Spanish.
  'Su paquete {code} está retenido\nEstimado cliente:\n\nsu envío llegó a nuestro centro, pero faltan por pagar 1,99 € de gastos. Si no lo hace en 48 horas, se devolverá al remitente.\n\nPagar ahora {url}',
  'Hemos bloqueado su tarjeta por seguridad\nEstimado/a cliente:\n\nse ha detectado una compra de {amount} que no reconocemos como suya. Para anularla y desbloquear su tarjeta, confirme sus datos.\n\nAnular la compra {url}\n\nSi no lo hace hoy, el cargo será definitivo.',
  'Notificación electrónica pendiente\nTiene una notificación administrativa pendiente de lectura desde el {date}. De no acceder en {n} días se dará por notificado y podrá imponerse una sanción.\n\nAcceder a la notificación {url}\n\nReferencia {digits}',
  'Su buzón alcanzó el límite\nHola {address}:\n\nsu cuenta de correo ha superado la cuota y ya no recibirá mensajes. Valide su cuenta con su contraseña actual para ampliarla gratis.\n\nValidar {url}\n\nSoporte técnico',
  // Portuguese.
  'Sua encomenda foi tributada: {code}\nOlá,\n\nsua encomenda internacional está parada na alfândega. Para liberar a entrega, pague a taxa de R$ {n},90 por Pix até {date}.\n\nEfetuar pagamento {url}\n\nDepois do prazo, o objeto será devolvido ou destruído.',
  'Seus {digits} pontos vencem hoje\nPrezado(a) cliente,\n\nseu programa de recompensas tem {digits} pontos que expiram hoje às 23h59. Resgate agora por produtos ou por crédito na fatura.\n\nResgatar pontos {url}\n\nEste é um aviso automático.',
  'Comunicado: acesso ao aplicativo suspenso\nPrezado cliente,\n\nidentificamos que seu dispositivo não está habilitado no novo módulo de segurança. Atualize hoje para evitar o bloqueio da conta e multa de {amount}.\n\nAtualizar módulo {url}',
  'Intimação eletrônica nº {digits}\nFica Vossa Senhoria intimada a comparecer em {date} para prestar esclarecimentos sobre o processo {digits}. Os autos completos estão no anexo abaixo.\n\nVisualizar processo {url}\n\nO não comparecimento implica condução coercitiva.',
  'CPF irregular: evite a suspensão\nConstam pendências em seu CPF que podem levar ao bloqueio de contas, benefícios e Pix. Regularize até {date} com desconto de 70%.\n\nConsultar pendências {url}',
  'Nota fiscal {code} e boleto em anexo\nBom dia,\n\nsegue a nota fiscal eletrônica e o boleto com vencimento em {date}. Para visualizar, clique no link abaixo e baixe o arquivo pelo computador.\n\nBaixar documento {url}\n\nSetor financeiro',
  // Italian.
  'Il suo pacco {code} è in giacenza\nGentile cliente,\n\nla consegna del {date} non è riuscita perché mancano 1,99 € di spese. Regoli l’importo entro 48 ore, altrimenti il pacco torna al mittente.\n\nPaga e riprogramma {url}',
  'Il suo conto è stato sospeso\nGentile cliente,\n\nle sue informazioni non risultano aggiornate secondo le nuove norme. Fino alla conferma non potrà disporre bonifici né usare la carta.\n\nConferma i dati {url}\n\nIl servizio clienti',
  'Rimborso di {amount}: ultimo avviso\nDalle verifiche risulta un rimborso a suo favore di {amount}. Inserisca i dati della sua carta entro il {date} per riceverlo.\n\nRichiedi il rimborso {url}',
  // Polish, Turkish, Russian.
  'Twoja paczka {code} została wstrzymana\nSzanowny kliencie,\n\npaczka nie mogła zostać doręczona, ponieważ brakuje dopłaty 1,99 zł. Ureguluj ją w ciągu 48 godzin, inaczej paczka wróci do nadawcy.\n\nDopłać teraz {url}',
  'Blokada konta w serwisie bankowym\nSzanowni Państwo,\n\nwykryliśmy próbę logowania z nowego urządzenia. Ze względów bezpieczeństwa konto zostało zablokowane. Potwierdź tożsamość, aby je odblokować.\n\nPotwierdź {url}\n\nZespół bezpieczeństwa',
  'Kargonuz {code} teslim edilemedi\nSayın müşterimiz,\n\n19,90 TL gönderi ücreti ödenmediği için paketiniz depoda bekliyor. 48 saat içinde ödenmezse iade edilecektir.\n\nÖdeme yap {url}',
  'Выплата {amount} ожидает подтверждения\nУважаемый клиент!\n\nНа ваше имя зачислена выплата {amount}. Чтобы получить её, подтвердите данные карты до {date}. Неполученные средства будут возвращены.\n\nПодтвердить {url}',
  // Chinese and Japanese.
  '关于邮箱容量不足的通知\n您好，{address}：\n\n您的邮箱已使用 98%，将于{date}停止收发邮件。请立即点击下方链接验证账号并免费扩容，逾期账号将被停用。\n\n立即验证 {url}\n\n系统管理员',
  '【重要】{date}起个人劳动补贴申领通知\n各位员工：\n\n根据最新文件，现发放今年个人工资补贴，请在 24 小时内扫描下方二维码或打开链接登记银行卡信息，逾期视为放弃。\n\n{url}\n\n财务部',
  '【重要】お支払い方法の確認をお願いします\nお客様\n\nご登録のカードの有効期限が切れたため、ご利用を一時停止しました。24時間以内にお支払い情報を更新してください。更新がない場合、アカウントは削除されます。\n\n更新はこちら {url}',
  'お荷物 {code} のお届けについて\nご不在のためお荷物を持ち帰りました。関税 {n}0 円のお支払いが確認できません。48時間以内に下記よりお手続きください。\n\n{url}',
]

/** What wants to sell something that nobody asked for. */
export const spamToday: readonly string[] = [
  'Your welcome bonus: 100% up to {amount} + {n}0 free spins\nPLAY NOW {url}\n\nSlots, live tables and jackpots. No deposit needed for the first spins, payouts within minutes, no papers asked.\n\nNew players only. 18+. Leave the list {url}',
  'Re: your casino account is on our list\nHi player,\n\nyour free chip of {amount} is waiting. Sign in before midnight and spin the wheel, every spin wins.\n\nClaim free chip {url}',
  'Doctors are speechless: {n} pounds in 10 days\nA pinch of this pink salt before bed melts belly fat while you sleep. Thousands have done it. The video may be taken down at any time.\n\nWatch the short video {url}\n\nTo stop, click {url}',
  'Do this tonight for rock hard results\nOne odd bedtime trick brings back the fire, and no pharmacy wants you to know about it. {n}7,000 men tried it last month.\n\nSee the trick {url}',
  'Your neighbours no longer pay for power\nA small box, invented by a retired engineer, cuts the bill by up to 90%. It plugs into any socket. Half price today.\n\nCheck availability {url}',
  'Lonely tonight? {n} singles near you are online\n{name}, 29, sent you a message and {n} private photos. They vanish in an hour. Look now {url}',
  'Gutters, roofs, windows: seniors pay nothing in {date}\nHomeowners over 60 can have new leaf guards for 0 down. See if your street qualifies {url}',
  'This trading robot made {amount} in one week\nAs seen on television. Put in 250, and the software does the rest. Only {n} places are left in your country.\n\nOpen my account {url}',
  // German.
  'Verwandeln Sie sich: {n} Kilo in 28 Tagen\nKeine Diät, kein Sport, kein Hunger. Zwei Kapseln am Morgen, und das Fett schmilzt auch im Schlaf. Aus dem Fernsehen bekannt!\n\nNur heute: 3 Packungen zum Preis von einer\n\nJetzt bestellen {url}\n\nKein Interesse? {url}',
  'Ihr Bonus von {amount} plus 200 Freispiele\nMelden Sie sich jetzt an und holen Sie sich Ihren Willkommensbonus. Ohne Einzahlung, ohne Ausweis, Auszahlung sofort.\n\nJetzt spielen {url}',
  'So werden Deutsche mit 250 Euro reich\nEin Schlupfloch, das die Banken fürchten: Ein neues Programm handelt von selbst mit Kryptowährungen. Schon {n}.000 Menschen verdienen bis zu {amount} am Tag.\n\nKostenlos anmelden {url}',
  'Mehr Kraft, mehr Ausdauer, mehr Lust\nMänner über 40 schwören darauf. Ein Tropfen vor dem Schlafen genügt. Diskrete Lieferung, Geld-zurück-Garantie.\n\nHier ansehen {url}\n\nAbmelden {url}',
  'Treppenlift, Solaranlage, Hörgerät: Zuschuss sichern\nHaben Sie schon gehört? Der Staat bezahlt bis zu {amount} dazu. Füllen Sie in einer Minute den Fragebogen aus, ein Fachberater ruft Sie an.\n\nJetzt prüfen {url}\n\nSie erhalten diese Werbung von einem Partner.',
  // Others.
  'Débloquez vos {n}0 tours gratuits\nInscrivez-vous en une minute et recevez un bonus de 100 % jusqu’à {amount}. Retrait immédiat, sans justificatif.\n\nJouer maintenant {url}\n\nSe désinscrire {url}',
  'Panneaux solaires payés par l’État : votre toit est éligible\nRépondez à trois questions et découvrez à combien d’aides vous avez droit. Offre réservée aux propriétaires.\n\nTester mon éligibilité {url}',
  'Gane {amount} al día desde su móvil\nUna plataforma automática que opera por usted las 24 horas. Empiece con 250 € y retire cuando quiera. Quedan {n} plazas.\n\nRegistrarme {url}',
  'Emagreça {n} kg sem dieta\nA receita caseira que os médicos escondem: duas gotas pela manhã e a gordura vai embora. Assista antes que tirem do ar.\n\nVer o vídeo {url}',
  'Empréstimo liberado mesmo negativado\nCrédito de até {amount} na conta em 24 horas, sem consulta, com parcelas que cabem no bolso. Simule agora {url}',
  'Krijg {n}0 gratis spins zonder storting\nSpeel vandaag nog mee en verdubbel uw eerste inleg. Geen limiet, geen registratie nodig.\n\nSpeel nu {url}\n\nUitschrijven {url}',
  'Bonus del 100% fino a {amount}\nRegistrati adesso e gira la ruota: ogni giro vince. Prelievi veloci, nessun documento.\n\nGioca ora {url}',
  '代开发票 验证后付款\n您好！本公司可代开餐饮、住宿、建材、咨询等各类增值税发票，真实可查，点数低。联系电话 {phone}，微信同号。',
]
