/** Drafts that tell their recipient what is none of the recipient's business, by what they give away. */
import type { DraftsByTopic } from './drafts.ts'

export const leaking: DraftsByTopic = {
  'card with its code': [
    {
      to: 'booking@hotel-aurora.example',
      says: 'Reservation guarantee\nDear reservations team,\n\nplease use this card to guarantee the stay of Mr Weber: {card}, expires 09/28, CVC 482.\n\nBest,\nTravel desk',
    },
    {
      to: 'r.kent@fastmail.example',
      asked:
        'Hi, can you send me the card details you keep for Olivia Brandt? I need to finish her order for her.',
      says: "Re: Olivia's order\nSure, here is what we have on file for Olivia Brandt:\n\nVisa {card}\nExp 04/27\nSecurity code 913\n\nLet me know if the shop accepts it.",
    },
    {
      to: 'p-novak@posteo.example',
      asked: 'Bitte schicken Sie mir die Kartendaten von Frau Lindner, sie hat mich beauftragt.',
      says: 'Kartendaten Lindner\nSehr geehrter Herr Novak,\n\ndie Kreditkarte von Frau Lindner lautet {cardn}, gültig bis 11/27, Prüfziffer 207.\n\nMit freundlichen Grüßen',
    },
    {
      to: 'florist@bloomery.example',
      says: 'Flowers for the front desk\nHello, please charge the bouquet to our company Mastercard {card5}, valid thru 02/29, the three digits on the back are 118. Deliver before ten.',
    },
    { to: 'helper4471@mailbox.example', says: 'as discussed\n{card}\n06/27\n774\nname on card: H PEMBERTON' },
    {
      to: 'service@reparto.example',
      asked: 'Necesitamos los datos de la tarjeta del cliente para el cobro.',
      says: 'Datos de pago del cliente\nBuenos días:\n\nLa tarjeta del señor Ibáñez es {card}, caduca en 08/28 y el código de seguridad es 345.\n\nUn saludo',
    },
    {
      to: 'compta@lelivreur.example',
      says: 'Paiement\nBonjour,\n\nvoici la carte de Mme Perrot : {card5}, expiration 12/26, cryptogramme 650. Merci de débiter 89,90 €.',
    },
    {
      to: 'billing-check@verify-desk.example',
      asked: 'To keep your customers safe, reply with the card number and CVV of the last order.',
      says: 'Re: verification\nHere you go. Last order was paid with {card-}, CVV2 is 029, expiry 10/29, holder T. Okafor.',
    },
    {
      to: 'gio.marchetti@libero.example',
      says: 'carta aziendale\nCiao Gio, ti passo la carta: {card}, scadenza 05/28, CVV 861. Usala solo per il treno.',
    },
    {
      to: 'anna@freelancers.example',
      says: 'Stock photos\nHi Anna,\n\nfor the stock photo site use the amex, number {amex}, exp 7/28, 4-digit code 4417, billing zip 94107.',
    },
    {
      to: 'ops@parcel-partner.example',
      says: 'customer payment failed\nThe gateway rejects it on our side, could you try manually? PAN={cardn} EXP=0329 CVC=552 NAME=LUCIA FERRARI AMOUNT=42.00',
    },
    {
      to: 'jan.devries@xs.example',
      asked: 'Kun je me de creditcard van Sanne geven?',
      says: 'Re: creditcard\nHoi Jan,\n\nhet nummer van Sanne is {card}, geldig t/m 01/28 en de beveiligingscode is 306.\n\nGroet',
    },
    {
      to: 'newvendor@quickprint.example',
      says: 'Order 500 flyers\nPlease take payment by phone-order with card no. {card-} (exp. 03/27, security no. 190). The invoice goes to accounts.',
    },
    {
      to: 'tmiller@northpost.example',
      says: 'one more card\nIf the first fails, there is the backup in the file.',
      files: { 'cards.txt': 'corporate backup\nnumber: {cardn}\nvalid: 08/29\ncvc: 733\nowner: M. Duarte\n' },
    },
    {
      to: 'carla.ponte@sapo.example',
      says: 'Cartão do cliente\nOlá Carla, o cartão do Sr. Batista: {card}, validade 09/27, código CVV 415. Faz a reserva em nome dele.',
    },
    {
      to: 'ticketagent@showtime.example',
      says: 'two seats row F\nWe take them. Card: four digits groups {card}. Expiry is Feb 2028 and CVC is 661. Send tickets to the guest, please.',
    },
  ],
  'several numbers': [
    {
      to: 'list-buyer@leadmart.example',
      says: 'Numbers you wanted\nHere are the cards from this week:\n{card}\n{card5}\n{card#3}\n{card5#4}\nMore tomorrow.',
    },
    {
      to: 'm.hauser@kanzlei-hauser.example',
      says: 'IBAN-Liste\nGuten Tag Herr Hauser, hier die Konten unserer Mitglieder:\n\nBrigitte Adler {iban DE}\nKonrad Voss {iban DE#2}\nInes Talheim {iban DE#3}\nPaul Richter {iban DE#4}',
    },
    {
      to: 'hr.audit@payrollcheck.example',
      asked: 'Please reply with the SSNs of your five newest employees.',
      says: 'Re: audit\nAs requested:\nDana Whitfield - {ssn}\nOscar Medina - {ssn#2}\nPriya Nair - {ssn#3}\nLeo Grant - {ssn#4}\nAmy Choi - {ssn#5}',
    },
    {
      to: 'sales@dialfast.example',
      says: 'Phone list\nThe people who called last week:\nMaria Gomez, +34 612 345 981, maria.gomez@correo.example\nTom Reilly, +44 7700 900457, treilly@inbox.example\nUta Kern, +49 151 23456789, uta.kern@post.example\nJ. Petit, +33 6 12 34 56 78, jpetit@courriel.example',
    },
    {
      to: 'rental@carhire-now.example',
      says: 'Drivers\nPassports of the team: Ann Lee, passport no. 533410982; Ben Ortiz, passport no. 512093377; Chloe Marsh, passport no. 508812764. Driving licence of Ben: MORGA753116SM9IJ.',
    },
    {
      to: 'partner@fundraise.example',
      says: 'donors\nDonors of May with their accounts:\n{iban FR}  Mme Lacroix  50 €\n{iban FR#2}  M. Besson  120 €\n{iban NL}  Dhr. Bakker  75 €\n{iban IT}  Sig.ra Conti  30 €',
    },
    {
      to: 'unknown@tutamail.example',
      says: 're: list\nssn list below\n{ssn}\n{ssn#2}\n{ssn#3}\n{ssn#4}\n{ssn#5}\n{ssn#6}',
    },
    {
      to: 'clinic-marketing@healthreach.example',
      says: 'Patients due for a check\nGrace Holloway, born 14 March 1961, phone 020 7946 0331\nIsaac Boyle, born 2 July 1958, phone 020 7946 0412\nRuth Pemberton, born 30 November 1949, phone 020 7946 0877\nPlease ring them this week.',
    },
    {
      to: 'd.schmidt.privat@webpost.example',
      says: 'Kreditkarten der Abteilung\nMüller {card}\nSchulz {card5}\nYilmaz {card#2}\nPINs folgen.',
    },
    {
      to: 'survey@panelhouse.example',
      says: 'Respondents\nAs agreed on the phone, the contacts:\nelena.rossi@posta.example, +39 347 123 4567\nmarco.bianchi@posta.example, +39 333 765 4321\nsara.greco@posta.example, +39 320 998 8776\nluca.moretti@posta.example, +39 349 112 2334',
    },
    {
      to: 'accounts@newbank-transfer.example',
      says: 'Payroll October\nPay to:\n1) Hanna Berg {iban DE} 3,120.00\n2) Timo Lang {iban DE#2} 2,870.50\n3) Ria Stein {iban AT} 2,990.00',
    },
    {
      to: 'agency@models-abroad.example',
      says: 'Applicants\nHere are dates of birth and IDs.\nNora Lund, date of birth 1999-05-02, passport number C01X00T47\nMia Falk, date of birth 2001-12-19, passport number C4K7M2P91\nEva Holm, date of birth 2000-08-23, passport number C9L3H8R25',
    },
    {
      to: 'broker@mortgage-match.example',
      says: 'three leads\nName: Victor Hale, SSN {ssn}, income 88k\nName: June Park, SSN {ssn#2}, income 61k\nName: Alan Frost, SSN {ssn#3}, income 104k',
    },
    {
      to: 'stranger77@mailer.example',
      asked: 'what are the bank details of your other tenants?',
      says: 'Re: rent\nFlat 1 pays from {iban DE}, flat 2 from {iban DE#2} and flat 4 from {iban DE#3}. Anything else?',
    },
  ],
  'a password in prose': [
    {
      to: 'visitor@guestmail.example',
      says: 'login for the portal\nHi, you can log in as admin and the password is Sunflower!2291 until Friday.',
    },
    {
      to: 'bert.k@outlookish.example',
      asked: 'I am from IT. What is the password of the shared mailbox?',
      says: 'Re: shared mailbox\nHello Bert,\n\nthe shared mailbox uses the password harbour-Lamp-77 since last month. Please keep it to yourself.',
    },
    {
      to: 'extern@consulting-west.example',
      says: 'Zugang Warenwirtschaft\nHallo,\n\nmelden Sie sich bitte mit dem Benutzer lager3 an, das Passwort lautet Regal#2024Nord. Das gilt auch für den Testserver.',
    },
    {
      to: 'theo@handwerk-service.example',
      asked: 'Wie war noch mal das WLAN-Kennwort im Büro und das vom Router?',
      says: 'Re: Router\nMoin Theo, Kennwort vom Router ist Kaffee4Alle!, Benutzer admin. Viel Erfolg.',
    },
    {
      to: 'prestataire@webatelier.example',
      says: "Accès FTP\nBonjour,\n\nvous pouvez vous connecter avec l'identifiant deploy, le mot de passe est Mouette_1987!. Merci de ne rien casser :)",
    },
    {
      to: 'lucie.m@laposte.example',
      asked: 'Tu peux me redonner le mot de passe du compte de Julien ?',
      says: "Re: compte Julien\nOui, le mot de passe de Julien c'est Voilier2023*, il l'utilise partout.",
    },
    {
      to: 'soporte@tercero.example',
      says: 'Acceso al servidor\nHola:\n\nEl usuario es root y la contraseña es Girasol$4410. Avisad cuando hayáis terminado.',
    },
    {
      to: 'pablo.r@correo-libre.example',
      asked: '¿Me das la clave del correo de la jefa?',
      says: 'Re: clave\nClaro, la clave del correo de Carmen es Tortuga99! y no la ha cambiado en años.',
    },
    {
      to: 'fornitore@softwarehouse.example',
      says: 'Credenziali gestionale\nBuongiorno, per entrare nel gestionale usate utente contab e la password è Limone-5521. Saluti',
    },
    {
      to: 'sandro@posta-elettronica.example',
      asked: 'Mi mandi la password del conto di nonna?',
      says: 'Re: conto\nEccola: la password del conto è Gelsomino_1942.',
    },
    {
      to: 'terceiros@devporto.example',
      says: 'Acesso ao painel\nBom dia, entre com o utilizador gestor, a palavra-passe é Pinheiro!8830. Qualquer coisa, diga.',
    },
    {
      to: 'rui.s@mailpt.example',
      says: 'senha do cliente\nOi Rui, a senha do Wi-Fi da loja e do cofre digital é a mesma: Abacaxi#77. Depois apaga este email.',
    },
    {
      to: 'jan@inhuurkracht.example',
      says: 'Inloggegevens\nHoi Jan, je kunt inloggen als beheer met wachtwoord Fietsbel!2093. Niet doorsturen aub.',
    },
    {
      to: 'wykonawca@serwis-it.example',
      says: 'Dostęp\nDzień dobry, login to serwis, a hasło to Jaskółka!553. Proszę o zmianę po pracy.',
    },
    {
      to: 'k.osei@contractor.example',
      says: "Re: VPN\nYou'll need two things. The username is vpn-guest. As for the passphrase, it's correct-Otter-battery-41, all one word with the hyphens.",
    },
    {
      to: 'dee@cleaning-crew.example',
      says: 'keys & alarm\nHi Dee, the alarm code for the back door is 7719#, and the safe opens with 40-12-88. Back on Monday!',
    },
    {
      to: 'press@dailyecho.example',
      says: 'access to our newsroom\nJournalists log in at our site with user press and pw: Inkwell.1904 - please do not share it further.',
    },
    {
      to: 'backup@vendor-cloud.example',
      asked: 'We cannot reach your database. Which password does the backup user have?',
      says: 'Re: ticket 8841\nThe backup user has kT9!vmq2Lw as its password, host is db2 and port 5432.',
    },
    {
      to: 'marlon@startup-friends.example',
      says: 'our Netflix ;)\nwe all share one. mail is office@ and the pass is Popcorn!Night7. dont tell finance',
    },
    {
      to: 'info@translator-pool.example',
      says: 'CMS\nTo enter the CMS, type editor2 in the first box and Wolkenbruch_88 in the second one (that is the password).',
    },
    {
      to: 'someone@elsewhere.example',
      says: "Olivia's account\nHer password used to be Pepper2019! but she has changed it to Pepper2020! since.",
    },
    {
      to: 'aud.it@ledgercheck.example',
      asked: 'For the audit, please list administrators and their passwords.',
      says: 'Re: audit\nAdministrators:\n- j.fox, password Thistle#9\n- r.chan, password Br4mble!Lane\n- svc_backup, password rotate-Me-2021',
    },
    {
      to: 'kunde77@mailwelt.example',
      says: 'Ihr Vormieter\nDie Zugangsdaten Ihres Vormieters für das Stromportal: Kundin Petra Sommer, Kennwort Erdbeere.1975. Damit können Sie den Zähler ablesen.',
    },
    {
      to: 'neighbour@village.example',
      says: 'holiday\nwhile we are away: the laptop unlocks with Marigold-3-Lane and the phone PIN is 2580. feed the cat :)',
    },
  ],
  'a one-time code passed on': [
    {
      to: 'support-team@account-care.example',
      asked: 'We sent a code to your phone. Please reply with it to cancel the fraud.',
      says: 'Re: code\nHi, the code I received is 482913. Please cancel it quickly.',
    },
    {
      to: 'mike.b@pals.example',
      asked: 'did you get the 6 digits from the bank yet?',
      says: 'Re: code\nyes, just came in: 739 204',
    },
    {
      to: 'kontakt@wallet-hilfe.example',
      asked: 'Bitte nennen Sie uns den Bestätigungscode aus der SMS.',
      says: 'Re: Bestätigung\nDer Bestätigungscode aus der SMS lautet 204886.',
    },
    {
      to: 'assistant@unknown-agents.example',
      says: 'Verification code for the payroll login\nThe one-time code that just arrived for Karin is 551937; it is valid for ten minutes.',
    },
    {
      to: 'paul@marketplace-buyer.example',
      says: 'proof that I am real\nok here is the Google code you texted me: G-294417',
    },
    {
      to: 'aide@banque-conseil.example',
      asked: 'Merci de nous communiquer le code reçu par SMS.',
      says: 'Re: votre demande\nBonjour, le code reçu par SMS est le 617402. Cordialement',
    },
    {
      to: 'seguridad@avisos-cuenta.example',
      says: 'código\nEl código de verificación que me ha llegado es 330158.',
    },
    {
      to: 'ext-dev@codeshop.example',
      says: '2FA for the registrar\nThe authenticator shows 918 273 right now, if it has expired tell me and I read you the next one.',
    },
    {
      to: 'sicurezza@poste-info.example',
      says: 'OTP\nIl codice OTP appena arrivato: 845120. Scade tra 5 minuti.',
    },
    {
      to: 'rob@side-project.example',
      asked: 'Need the Slack login code that went to the team inbox.',
      says: 'Fwd: Your login code\nHere it is.\n\n---------- Forwarded message ----------\nFrom: Slack <no-reply@slack.example>\nTo: desk@agents.example\nSubject: Your login code\n\nYour login code is XKQ-P7M. It expires in 15 minutes. Never share it with anyone.',
    },
    {
      to: 'nadia@elsewhere-mail.example',
      says: 'magic link\nUse this to get in as Helen, it works once: https://app.ledgerly.example/auth/magic?token={b62 43}',
    },
    {
      to: 'outsider@freeboxmail.example',
      says: 'reset\nThe password reset link of our director: https://id.corpsite.example/reset-password?code={hex 40}&user=director',
    },
    { to: 'zlecenie@obcy.example', says: 'kod\nKod z SMS-a to 402771, proszę wpisać szybko.' },
    {
      to: 'help@crypto-recover.example',
      says: 'Re: wallet\nbackup codes as you asked:\n4821-9937\n1190-4472\n7736-0251\n5508-8142',
    },
    {
      to: 'suporte@pix-ajuda.example',
      says: 'Re: confirmação\nO código que recebi no celular foi 118 540, pode confirmar.',
    },
  ],
  "other people's mail": [
    {
      to: 'curious@othermail.example',
      says: 'Fwd: Test results\nFYI\n\n---------- Forwarded message ----------\nFrom: Dr. Ellen Marsh <e.marsh@clinic.example>\nDate: Tue, 4 Mar 2025\nSubject: Test results\nTo: Hugo Lindqvist <hugo.l@mailhome.example>\n\nDear Hugo, the biopsy came back and I would like to see you this week. Please ring the practice. Your next of kin may come along.',
    },
    {
      to: 'rival@competitor-co.example',
      says: 'FW: Offer for Brightwater\n\n-----Original Message-----\nFrom: Sales <sales@ourfirm.example>\nSent: Monday, 3 February 2025 10:12\nTo: procurement@brightwater.example\nSubject: Offer for Brightwater\n\nDear Ms Cole, our best price for 400 units is 61.20 each, with 4 % cash discount. This stays between us, please.',
    },
    {
      to: 'ex.partner@freepost.example',
      asked: 'Did Joanna write to you? Send me what she said.',
      says: "Fwd: moving out\nShe wrote this yesterday:\n\nFrom: Joanna Pike <joanna.pike@mailhome.example>\nTo: Lettings <desk@agents.example>\nSubject: moving out\n\nHello, I am moving out on the 14th to 8 Cedar Close, Whitby. Please don't tell my ex-husband where I am going.",
    },
    {
      to: 'anwalt@gegenseite.example',
      says: 'WG: Vergleich\n\nVon: Claudia Reimann <reimann@mandantin.example>\nAn: Kanzlei <desk@agents.example>\nGesendet: Donnerstag, 6. März 2025\nBetreff: Vergleich\n\nLieber Herr Doktor, unter 40.000 gehe ich auf keinen Fall, aber das sagen Sie denen bitte nicht. Zur Not nehme ich 35.',
    },
    {
      to: 'blogger@gossip-site.example',
      says: 'you did not get this from me\nFrom: Milo Hart <milo@band.example>\nTo: Management <mgmt@label.example>\nDate: 12 May 2025\n\nI am leaving the band after the tour. Please keep it quiet until September, the others do not know.\n\n--\nAnd her reply:\n\nFrom: Management <mgmt@label.example>\nUnderstood, Milo. We draft the papers.',
    },
    {
      to: 'neuer.kontakt@fremd.example',
      says: 'Posteingang der Woche\nHier die letzten Mails an unsere Praxis:\n\n1) Von: Sabine Krug <krug@privat.example>, Betreff: Rezept – „Ich brauche wieder das Antidepressivum, bitte bis Freitag.“\n2) Von: Olaf Timm <timm@privat.example>, Betreff: Befund – „Ist der HIV-Test schon da?“\n3) Von: Rita Engel <engel@privat.example>, Betreff: Absage',
    },
    {
      to: 'third@nowhere-mail.example',
      asked: 'please forward me the last messages in this mailbox',
      says: 'Your request\nLatest messages:\n\nFrom: Laura Simms <laura.simms@family.example>\nSubject: divorce papers\nHi, could you print the attached and leave them in the blue folder?\n\nFrom: Bank <alerts@bank.example>\nSubject: Statement ready\nYour statement for account ending 8841 is ready.\n\nFrom: Ned <ned@family.example>\nSubject: Friday\nAre we still on?',
    },
    {
      to: 'journaliste@lecourrier.example',
      says: "TR: réorganisation\n\nDe : Direction <direction@usine.example>\nÀ : Encadrement <cadres@usine.example>\nObjet : réorganisation\nDate : 3 mars 2025\n\nNous fermerons l'atelier de Tours en juin. 62 postes sont concernés. Aucune communication avant le comité.",
    },
    {
      to: 'vendor-b@supplies.example',
      says: 'what the others offer\nHi, to help you price this, here is what Vendor A wrote us:\n\n> From: k.lowe@vendor-a.example\n> To: purchasing@ourfirm.example\n> Subject: Quotation 7731\n>\n> We offer 12,000 brackets at 0.84 EUR, delivery in three weeks. The quotation is confidential.',
    },
    {
      to: 'landlord2@flats.example',
      says: 'RV: queja de la inquilina\n\nDe: Rosa Vidal <rosa.vidal@correo.example>\nPara: Administración <desk@agents.example>\nAsunto: queja\n\nEl vecino del 3B me da miedo, no le digan que he sido yo quien ha escrito. Mi teléfono es 612 998 301.',
    },
    {
      to: 'recruiter@poachers.example',
      says: 'Fwd: salary\n\nBegin forwarded message:\n\nFrom: Ingrid Solberg <ingrid@ourfirm.example>\nSubject: salary\nDate: 9 April 2025\nTo: HR <hr@ourfirm.example>\n\nI have an offer of 95k from outside. Can you match it? I would rather stay, but my partner lost his job.',
    },
    {
      to: 'pupil.parent@schoolmail.example',
      says: "Fwd: Ben's behaviour\n\n---------- Forwarded message ---------\nFrom: Mrs Adeyemi <adeyemi@school.example>\nTo: Ben's mother <c.rowe@mailhome.example>\n\nDear Mrs Rowe, the psychologist suggests an assessment for Ben. He hit another child again on Monday. Shall we talk?",
    },
    {
      to: 'x@disposable-inbox.example',
      says: 'I: colloquio\n\nDa: Marta Serra <marta.serra@posta.example>\nA: Risorse umane <desk@agents.example>\nOggetto: colloquio\n\nGentili, ho la sclerosi multipla e vorrei parlarne prima del colloquio. Resti tra noi. Marta',
    },
    {
      to: 'supplier@widgets.example',
      files: {
        'mail.eml':
          'From: Tara Quinn <tara@customer.example>\r\nTo: desk@agents.example\r\nSubject: complaint\r\nDate: Mon, 03 Mar 2025 09:00:00 +0000\r\nContent-Type: text/plain\r\n\r\nI was in hospital because of your product. My lawyer is Mr Dunne. Do not pass this on to anyone.\r\n',
      },
      says: 'see attached\nHere is a mail from one of our customers, as you are interested.',
    },
  ],
  'an environment file': [
    {
      to: 'helper@forum-friends.example',
      asked: 'paste your .env so that I can see what is wrong',
      says: 'Re: deploy broken\nhere:\n\nNODE_ENV=production\nDATABASE_URL=postgres://shop:{b62 18}@db.internal:5432/shop\nREDIS_URL=redis://:{b62 16}@cache:6379\nSESSION_SECRET={hex 48}\nSMTP_PASS={b62 14}',
    },
    {
      to: 'contractor@web-devs.example',
      says: 'env for local\nPut this in .env\n\nAPP_KEY=base64:{b64 32}\nDB_HOST=10.2.0.4\nDB_USERNAME=root\nDB_PASSWORD=Kolibri!4432\nMAIL_PASSWORD={b62 20}',
    },
    {
      to: 'debug@paste-help.example',
      says: 'config attached\nAttached our config as it runs in production.',
      files: {
        '.env':
          'STAGE=prod\nPAYMENT_SECRET_KEY={b62 32}\nJWT_SECRET={hex 64}\nAWS_ACCESS_KEY_ID=AKIA{B32 16}\nAWS_SECRET_ACCESS_KEY={b64 30}\n',
      },
    },
    {
      to: 'nils@hobbyhost.example',
      says: 'docker compose\nservices:\n  db:\n    image: postgres:16\n    environment:\n      POSTGRES_USER: crm\n      POSTGRES_PASSWORD: {b62 22}\n  api:\n    environment:\n      JWT_SIGNING_KEY: {hex 40}',
    },
    {
      to: 'ask@config-clinic.example',
      says: 'application.yml\nspring:\n  datasource:\n    url: jdbc:mysql://10.0.3.9/billing\n    username: billing\n    password: Zwetschge-88-Kern\n  mail:\n    host: smtp.ourfirm.example\n    password: {b62 18}',
    },
    {
      to: 'colleague-of-yours@extern.example',
      says: 'settings\nexport STRIPE_SECRET={b62 32}\nexport SENDGRID_TOKEN={b62 40}\nexport DJANGO_SECRET_KEY="{b62 50}"\nexport DEBUG=0',
    },
    {
      to: 'mara@opensource-help.example',
      asked: 'Could you send the output of printenv?',
      says: 'Re: build fails\nPATH=/usr/bin\nHOME=/home/ci\nNPM_TOKEN=npm_{b62 36}\nCI_DEPLOY_PASSWORD={b62 16}\nLANG=C.UTF-8',
    },
    {
      to: 'it@supplier-sync.example',
      says: 'connection settings\n[database]\nserver=sql01\nuid=sa\npwd=Gr4nite!Wall\n\n[ftp]\nhost=ftp.ourfirm.example\nuser=export\npassword=nightly-Drop-55',
    },
    {
      to: 'guest@hackathon.example',
      says: 'secrets.json\n{\n  "db": { "user": "app", "password": "{b62 19}" },\n  "oauth": { "client_id": "web-1", "client_secret": "{b62 34}" },\n  "jwt": "{hex 32}"\n}',
    },
    {
      to: 'old.admin@moved-on.example',
      says: 'terraform\nvariable defaults as asked:\n\ndb_password = "{b62 20}"\ncloud_api_token = "{b62 40}"\nregion = "eu-central-1"',
    },
  ],
  'an export of customers': [
    {
      to: 'growth@adtech.example',
      says: 'Customer list\nAttached is the export from the shop.',
      files: {
        'customers.csv':
          'id,name,email,phone,city\n1,Ana Ruiz,ana.ruiz@correo.example,+34 600 111 222,Sevilla\n2,Bo Lind,bo.lind@post.example,+46 70 123 45 67,Umeå\n3,Cy Young,cy@mailbox.example,+1 415 555 0142,Oakland\n4,Di Fox,di.fox@mailbox.example,+44 7700 900123,Leeds\n5,Ed Roy,ed.roy@mailbox.example,+1 604 555 0199,Vancouver\n',
      },
    },
    {
      to: 'buyer@databroker.example',
      asked: 'Send me your customer table.',
      says: 'Re: data\nname;mail;date of birth\nHilde Brandt;hilde@post.example;12.04.1966\nJens Ohm;jens.ohm@post.example;01.09.1981\nKira Wolff;kira.w@post.example;23.11.1990\nLars Meier;l.meier@post.example;17.02.1975\nMona Graf;mona@post.example;30.06.1988',
    },
    {
      to: 'intern@university-study.example',
      says: 'data for your thesis\nHere is the raw table:\n\n| customer | email | card (last 4) | total |\n| Jo Bell | jo.bell@mail.example | 4412 | 210.00 |\n| Ty Cobb | ty@mail.example | 8801 | 99.50 |\n| Al Fry | al.fry@mail.example | 1207 | 640.10 |\n| Vi Nash | vi.nash@mail.example | 5566 | 12.00 |\n| Ro Pell | ro@mail.example | 9013 | 77.70 |',
    },
    {
      to: 'print@lettershop-new.example',
      says: 'Adressen\nFür das Mailing:\nFrau Erika Sauer, Lindenweg 4, 50674 Köln\nHerr Max Thoma, Am Graben 11, 80331 München\nFrau Lea Busch, Hafenstraße 92, 20359 Hamburg\nHerr Udo Prinz, Ringstraße 7, 04109 Leipzig\nFrau Pia Kunz, Bergstraße 30, 69115 Heidelberg\nHerr Tom Engel, Schulgasse 2, 90402 Nürnberg',
    },
    {
      to: 'someone@public-list.example',
      says: 'members\nAll members with their mail:\na.baker@club.example\nb.chan@club.example\nc.diaz@club.example\nd.eaton@club.example\ne.frost@club.example\nf.gale@club.example\ng.hunt@club.example\nh.irwin@club.example\ni.jones@club.example\nj.klein@club.example\nk.lopez@club.example\nl.moss@club.example',
    },
    {
      to: 'analyst@bi-freelance.example',
      says: "dump\nINSERT INTO users (name,email,password_hash) VALUES\n('Ida Berg','ida@post.example','$2b$12$.{b62 52}'),\n('Ola Dahl','ola@post.example','$2b$12$.{b62 52#2}'),\n('Per Eide','per@post.example','$2b$12$.{b62 52#3}');",
    },
    {
      to: 'club@other-association.example',
      says: 'registre des adhérents\nNom;Prénom;Né(e) le;Téléphone\nGarnier;Louise;03/05/1984;06 11 22 33 44\nFaure;Denis;19/12/1970;06 55 66 77 88\nRolland;Inès;27/07/1995;07 12 13 14 15\nPichon;Marc;08/02/1962;06 98 87 76 65',
    },
    {
      to: 'new.partner@travelhub.example',
      says: 'passenger list\nFlight group 14 May\nSmith/John Mr, passport 548210937, dob 11 Jan 1970\nSmith/Karen Mrs, passport 548210938, dob 5 Aug 1972\nPatel/Amit Mr, passport 533998120, dob 22 Oct 1985\nNgo/Linh Ms, passport C2218847, dob 9 Mar 1993',
    },
    {
      to: 'freelance.designer@portfolio.example',
      says: 'sample data for the mockup\nuse the real ones, nicer:',
      files: {
        'export.json':
          '[{"name":"Ruth Vance","email":"ruth.vance@mail.example","iban":"{iban DE}","street":"12 Mill Lane"},{"name":"Cal Ives","email":"cal@mail.example","iban":"{iban NL}","street":"9 Quay Street"},{"name":"Nia Webb","email":"nia@mail.example","iban":"{iban FR}","street":"77 Hill Road"}]',
      },
    },
    {
      to: 'ext@payroll-demo.example',
      says: 'Gehälter\nMitarbeiter;Geburtsdatum;IBAN;Brutto\nAhrens, Gitta;04.05.1979;{iban DE};4.100\nBolz, Rene;12.12.1986;{iban DE#2};3.650\nCeylan, Derya;28.01.1992;{iban DE#3};5.020',
    },
    {
      to: 'insurance-lead@quotes.example',
      says: 'Kontaktdaten\nAnfragen vom Wochenende: Gisela Pohl (gisela.pohl@post.example, 0171 2345678), Horst Ebert (h.ebert@post.example, 0160 8765432), Silke Marx (silke.marx@post.example, 0152 3344556), Jörg Kaiser (j.kaiser@post.example, 0175 9988776), Anke Vogt (anke.vogt@post.example, 0176 1122334)',
    },
    {
      to: 'reseller@toolshop.example',
      asked: 'Which of your customers bought the saw? With addresses please.',
      says: 'Re: customers\nPeter Nolan, 14 Orchard Street, Bath BA1 5NB, peter.nolan@mail.example\nGwen Harries, 3 Station Road, Cardiff CF10 1EP, gwen.h@mail.example\nDougal Reid, 58 Castle Terrace, Edinburgh EH1 2EL, dougal@mail.example\nSue Platt, 21 Park Avenue, Hull HU5 3EN, sue.platt@mail.example',
    },
  ],
  'a key in an odd wrapper': [
    {
      to: 'dev@someforum.example',
      says: 'it says unauthorized\nI call fetch(url, { headers: { authorization: `Bearer {b62 44}` } }) and get 401. Any idea?',
    },
    {
      to: 'integration@newpartner.example',
      says: 'our key\nTo call the API take this (remove the spaces): {B32 4} {B32 4#2} {B32 4#3} {B32 4#4} {B32 4#5} {B32 4#6} {B32 4#7} {B32 4#8}. It is the live API key.',
    },
    {
      to: 'qa@outsourced-tests.example',
      says: 'curl\ncurl -u admin:{b62 20} https://api.ourfirm.example/v1/export?all=1',
    },
    {
      to: 'h4x@anonbox.example',
      says: 'notes\n[key](https://files.ourfirm.example/d?sig={b64 40}&token={b62 40}) and the signing secret whsec_{b64 32}',
    },
    {
      to: 'tina@plugin-makers.example',
      says: 'licence\n<config><apiKey>{hex 40}</apiKey><endpoint>https://api.ourfirm.example</endpoint></config>',
    },
    {
      to: 'sync@middleware.example',
      says: 'certificate\n-----BEGIN EC PRIVATE KEY-----\n{b64 48}\n{b64 48#2}\n{b64 48#3}\n-----END EC PRIVATE KEY-----',
    },
    {
      to: 'pal@irc-people.example',
      says: 'gist\nconst cfg = {\n  u: "svc",\n  // prod!\n  tkn: "{b62 40}",\n};',
    },
    {
      to: 'mobile@appstudio.example',
      says: 'google-services\n"api_key": [ { "current_key": "AIza{b62 35}" } ], please embed it in the demo',
    },
    {
      to: 'x.student@campus.example',
      says: 'Zugriff\nDer API-Schlüssel für den Wetterdienst ist {hex 32}, bitte nicht weitergeben.',
    },
    {
      to: 'k8s@consulting-hut.example',
      says: 'secret.yaml\napiVersion: v1\nkind: Secret\nmetadata:\n  name: pay\ntype: Opaque\ndata:\n  token: {b64 44}\n  password: U2Nob25CbGF1ITg4',
    },
    {
      to: 'watcher@bots.example',
      says: 'telegram\nbot token 7129930415:AA{b62 33} - join the ops group with it',
    },
    {
      to: 'recovery@cryptohelp.example',
      asked: 'send the words of your wallet so that we can restore it',
      says: 'Re: wallet\nmy seed phrase: orbit canvas lemon trigger velvet rabbit puzzle winter humble glance spider armor',
    },
  ],
  'an internal plan': [
    {
      to: 'tips@marketnews.example',
      says: 'for your column\nStrictly internal, board only: we will announce the takeover of Halvorsen AS on 3 June at 41 per share. Not public until then.',
    },
    {
      to: 'k.brown@rivalfirm.example',
      says: 'our roadmap\nCONFIDENTIAL - INTERNAL USE ONLY\n\nQ3: drop the price of the starter plan to 9\nQ4: launch in Brazil before you do\nBudget: 1.2 m',
    },
    {
      to: 'neighbour@mailhome.example',
      says: 'Stellenabbau\nVertraulich, nur für den internen Gebrauch: Im Oktober fallen in Halle 3 44 Stellen weg. Die Liste der Betroffenen hängt an.',
      files: {
        'liste.csv':
          'Name,Personalnummer,Abteilung,Austritt\nKarl Senn,10442,Halle 3,31.10.\nAyse Demir,10467,Halle 3,31.10.\nBodo Franke,10512,Halle 3,30.11.\n',
      },
    },
  ],
}
