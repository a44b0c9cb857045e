/** Drafts that tell their recipient what is theirs, or what is nobody's secret, by what they are about. */
import type { DraftsByTopic } from './drafts.ts'

export const honest: DraftsByTopic = {
  'an order confirmed to its customer': [
    {
      to: 'marta.kowalska@mailhome.example',
      says: 'Order 100482 confirmed\nHello Marta,\n\nthank you for your order.\n\n1 x Kettle, steel  39.90 EUR\nPaid with Visa ending in 4412.\nWe deliver to:\nMarta Kowalska\nul. Lipowa 14/3\n31-511 Kraków\n\nTracking follows.',
    },
    {
      to: 'j.ellis@mailhome.example',
      asked:
        'I would like to order two of the oak shelves. Ship to Jane Ellis, 7 Priory Road, Exeter EX4 2LP. My phone is 07700 900461.',
      says: 'Re: oak shelves\nHi Jane,\n\ntwo oak shelves are on their way to 7 Priory Road, Exeter EX4 2LP. The driver will call 07700 900461 before he comes.\n\nTotal 118.00 GBP, card ending 0042.',
    },
    {
      to: 'bernd.wolter@post.example',
      asked: 'Bitte buchen Sie von meinem Konto ab: IBAN {iban DE#1}. Gruß, Bernd Wolter',
      says: 'Ihre Bestellung\nGuten Tag Herr Wolter,\n\nvielen Dank. Den Betrag von 64,80 € ziehen wir am 3. Mai von Ihrem Konto {iban DE#1} ein.\n\nLieferung an Ihre bekannte Adresse.',
    },
    {
      to: 'lea.fontaine@courriel.example',
      says: 'Confirmation de commande n° 55821\nBonjour Léa,\n\nnous avons bien reçu votre commande. Livraison : 22 rue des Carmes, 44000 Nantes. Payé par carte se terminant par 7781.\n\nÀ bientôt',
    },
    {
      to: 'c.ibanez@correo.example',
      says: 'Pedido 3391 enviado\nHola Carlos:\n\nTu pedido ha salido hoy. Dirección: Calle Mayor 18, 2º B, 28013 Madrid. Cobrado en la tarjeta **** **** **** 1188.',
    },
    {
      to: 'ruth.p@mailbox.example',
      says: 'Your receipt\nHi Ruth, here is the receipt for the tickets.\n\nDate 12.03.2025\nAmount 48.00\nCard xxxx-xxxx-xxxx-2209, authorisation 004417\nBooking reference QX7L2P',
    },
    {
      to: 'dario@posta.example',
      asked: "Vorrei prenotare una camera, arrivo il 4 giugno. Carta d'identità CA12345AB, nato il 3/2/1980.",
      says: 'Prenotazione confermata\nGentile Dario,\n\nla camera è confermata dal 4 al 6 giugno. Abbiamo registrato il documento CA12345AB. Check-in dalle 15.',
    },
    {
      to: 'h.nguyen@mailhome.example',
      asked: 'My card {card#1} was charged twice! exp 04/28',
      says: 'Re: charged twice\nHello Hien,\n\nsorry about this. One of the two payments on the card ending in the last four digits you gave us has been refunded; it takes three to five days.\n\n> My card {card#1} was charged twice! exp 04/28',
    },
    {
      to: 'olaf.brink@post.example',
      says: 'Ihre Lastschrift\nSehr geehrter Herr Brink,\n\nwir buchen am 15. Juni 29,00 € von Ihrem Konto {iban DE} ab (Mandat M-2209, Gläubiger-ID DE98ZZZ09999999999).\n\nIhr Stadtwerk',
    },
    {
      to: 'kim.soto@mailbox.example',
      says: 'Your table is booked\nHi Kim,\n\nFriday 20:00 for four, under Soto. If you are late, ring us at +1 415 555 0117.\n\nCasa Verde, 210 Valencia Street, San Francisco, CA 94103',
    },
    {
      to: 'f.andersson@brev.example',
      says: 'Orderbekräftelse 7712\nHej Frida!\n\nTack för din order. Leverans till Storgatan 5, 903 26 Umeå. Spårningsnummer 373325386391234567.\n\nMvh',
    },
    {
      to: 'guest@familytrip.example',
      asked:
        'We are the Hales: Victor (passport 533420198, born 4 Jan 1978) and Ida (passport 533420199, born 9 Aug 1980).',
      says: 'Your flights\nDear Victor and Ida,\n\nyour tickets are issued.\n\nVictor Hale, passport 533420198\nIda Hale, passport 533420199\n\nLHR 10:40 - OSL 13:55, seats 14A and 14B.',
    },
    {
      to: 'petra.sommer@post.example',
      says: 'Ihr Paket\nHallo Frau Sommer, Ihr Paket 00340434161094012345 liegt in der Filiale Marktplatz 2, 79098 Freiburg. Bitte Ausweis mitbringen.',
    },
    {
      to: 'sam.okoro@mailhome.example',
      says: 'Subscription renewed\nHi Sam,\n\nyour plan was renewed for 12.00 USD on card •••• 3310. Next payment on 1 July. Invoice INV-2025-00881 is in your account.',
    },
    {
      to: 'a.moreau@courriel.example',
      asked: 'Voici mon IBAN pour le remboursement : {iban FR#1}',
      says: "Remboursement\nBonjour,\n\nle remboursement de 35,00 € part aujourd'hui vers votre compte {iban FR#1}. Comptez deux jours ouvrés.",
    },
    {
      to: 'tess@mailbox.example',
      says: 'Appointment reminder\nHello Tess,\n\nthis is a reminder of your appointment with Dr Marsh on 8 April at 9:20. Your patient number is 40221. Please bring your insurance card.',
    },
  ],
  'an answer of support': [
    {
      to: 'user1@mailhome.example',
      asked: 'I forgot my password, what can I do?',
      says: "Re: password\nHi,\n\nwe can't see your password, nobody can. Please choose Forgot password on the sign-in page; you'll get a link that works for one hour. We will never ask you for a code.",
    },
    {
      to: 'peer@customer-firm.example',
      asked: 'Your API gives 401 with our key.',
      says: 'Re: 401\nHi Peer,\n\nthe header has to be Authorization: Bearer YOUR_API_KEY, with the word Bearer. The key ending in …f3c2 was revoked on Monday, please make a new one under Settings.',
    },
    {
      to: 'w.hahn@post.example',
      asked: 'Ich komme nicht mehr rein, Zwei-Faktor-Code wird nicht angenommen.',
      says: 'Re: Anmeldung\nGuten Tag Herr Hahn,\n\nmeist geht die Uhr des Telefons falsch. Stellen Sie sie bitte auf automatisch. Den Code geben Sie nur auf der Seite ein, schicken Sie ihn niemandem, auch uns nicht.',
    },
    {
      to: 'gloria@mailbox.example',
      asked: 'the printer says error 49.4C02',
      says: 'Re: printer\nHello Gloria,\n\nturn it off, remove the tray, wait thirty seconds, turn it on. If 49.4C02 comes back, update the firmware to 20240119. Serial number on the back, starts with VNB3.',
    },
    {
      to: 'owner@bakery.example',
      asked: 'What is the account number of your company, I want to pay by transfer.',
      says: 'Re: payment\nHello,\n\nplease transfer to our account:\nLumen Software GmbH\nIBAN {iban DE}\nBIC COBADEFFXXX\n\nand put the invoice number in the reference.',
    },
    {
      to: 'nora.lund@post.example',
      asked: 'Please delete my account. My user name is nlund and my e-mail nora.lund@post.example.',
      says: 'Re: delete my account\nHi Nora,\n\nthe account nlund (nora.lund@post.example) will be erased on 1 May. Until then you can change your mind by signing in.',
    },
    {
      to: 'help.me@mailhome.example',
      asked: 'Which browsers work?',
      says: 'Re: browsers\nAny of the last two years. If the page stays white, empty the cache. Write back with the version number and the time, for instance 2025-03-04 10:22:31 UTC, and the request id such as 7f3a9c1e-22b4-4c1e-9f0d-5a6be1c9d012.',
    },
    {
      to: 'didier@courriel.example',
      asked: "Je n'arrive pas à changer mon mot de passe",
      says: "Re: mot de passe\nBonjour Didier,\n\nvotre nouveau mot de passe doit avoir douze caractères, une majuscule et un chiffre. Le lien du courriel ne vaut que trente minutes ; redemandez-en un s'il a expiré.",
    },
    {
      to: 'zoe@mailbox.example',
      asked: 'Are you a robot?',
      says: 'Re: question\nI am an automated assistant, and a colleague reads along. I cannot see your card, and I am not able to tell you about other customers. What would you like to know about your order?',
    },
    {
      to: 'hotelguest@mailhome.example',
      asked: 'How do we get in if we arrive after ten? What is the wifi?',
      says: 'Re: late arrival\nNo problem! The key box is left of the door, the code for your stay is 4417. Wi-Fi: network Aurora-Guest, password aurora-guest-2025, it is on the card in your room as well.',
    },
    {
      to: 'm.santos@correio.example',
      asked: 'Não recebi o reembolso.',
      says: 'Re: reembolso\nOlá Miguel,\n\no reembolso de 24,90 € saiu a 2 de maio, referência 20250502-7741. Se não aparecer até sexta, mande-nos o extrato (pode tapar o número da conta).',
    },
    {
      to: 'it@small-office.example',
      asked: 'Is it true that the default password of the camera is public?',
      says: 'Re: camera\nYes, models before 2022 came with admin/admin, as the manual says. Please set one of your own on the first start, and switch off remote access.',
    },
    {
      to: 'bea@post.example',
      asked: 'Mein Name ist falsch geschrieben: Beatrix Ohlsen, geb. 4.7.1982, Kundennummer 77120.',
      says: 'Re: Name\nLiebe Frau Ohlsen,\n\nwir haben es berichtigt: Beatrix Ohlsen, geboren am 4.7.1982, Kundennummer 77120. Entschuldigen Sie bitte.',
    },
    {
      to: 'hank@mailbox.example',
      asked: 'someone asked me for my code on the phone',
      says: 'Re: phone call\nHank, that was not us. Do not tell anyone the code, sign out everywhere under Security, and change your password. If money has gone, ring your bank on the number on the back of your card.',
    },
    {
      to: 'team@reseller.example',
      asked: 'Which ports must be open?',
      says: 'Re: ports\n443 and 8443 outbound to 203.0.113.20 and 203.0.113.21, and 25 inbound for the relay. DNS is up to you. Our status page has the list of addresses.',
    },
    {
      to: 'newuser@mailhome.example',
      asked: 'Hi, could you create the account for me? user name: tfreed',
      says: 'Your account\nHi Tom,\n\nyour account tfreed is ready. Your temporary password is Welcome-7731, you will be asked for another one as soon as you sign in.',
    },
  ],
  'an invoice': [
    {
      to: 'accounts@brightwater.example',
      says: 'Invoice 2025-114\nDear Ms Cole,\n\nplease find our invoice for April.\n\nNet 4,200.00 EUR, VAT 19 % 798.00 EUR, total 4,998.00 EUR\nPayable within 14 days to IBAN {iban DE}, BIC DEUTDEFF, Lumen Software GmbH.\nVAT ID DE129273398',
    },
    {
      to: 'rechnung@kundin.example',
      says: 'Rechnung RE-2025-0771\nSehr geehrte Damen und Herren,\n\nfür unsere Leistungen im März stellen wir 1.380,00 € in Rechnung. Bankverbindung: {iban DE}, Sparkasse Musterstadt. USt-IdNr. DE811569869, Steuernummer 26/123/45678.',
    },
    {
      to: 'compta@cliente-fr.example',
      says: 'Facture F-0881\nBonjour,\n\nci-joint la facture de 640,00 € TTC, à régler sous trente jours sur le compte {iban FR}, BIC BNPAFRPP. SIRET 732 829 320 00074.',
    },
    {
      to: 'admin@cliente-es.example',
      says: 'Factura 2025/77\nEstimados señores:\n\nAdjuntamos la factura por importe de 1.210,00 €. Cuenta para el pago: {iban ES}. NIF B12345674.',
    },
    {
      to: 'ap@northwind-traders.example',
      known: true,
      says: 'Statement of account\nHello,\n\nopen items:\nINV-1007  12 Feb  330.00\nINV-1019  14 Mar  455.50\nINV-1033  11 Apr  120.00\n\nPay to Barclays, sort code 20-00-00, account 55779911, reference NW.',
    },
    {
      to: 'tenant@flat4.example',
      says: 'Rent from July\nDear Ms Kaya,\n\nfrom 1 July the rent is 840 € including heating. Please transfer it to {iban DE} (Hausverwaltung Adler) by the third working day.',
    },
    {
      to: 'bookkeeping@studio.example',
      says: 'Dunning level 1\nHello, invoice 3381 of 12 March over 219.00 EUR is still open. If you have paid meanwhile, forget this mail. Account: {iban NL}, name: Lumen BV.',
    },
    {
      to: 'info@verein.example',
      says: 'Spendenquittung\nLiebe Frau Graf, danke für Ihre Spende von 50 €. Die Bescheinigung hängt an. Unser Spendenkonto für weitere Freunde: {iban DE}.',
    },
    {
      to: 'finance@usclient.example',
      says: 'Wire instructions\nHi, for the deposit please wire 2,500 USD to First Harbor Bank, routing 021000021, account 4477123905, beneficiary Lumen Software Inc. Call me at the number you know to confirm before you send.',
    },
    {
      to: 'contabilita@cliente-it.example',
      says: 'Fattura 118/2025\nBuongiorno,\n\nla fattura di maggio ammonta a 980,00 €. IBAN: {iban IT}. Partita IVA 12345670785. Codice SDI M5UXCR1.',
    },
    {
      to: 'parents@schoolmail.example',
      says: 'Class trip\nDear parents,\n\nplease pay 120 € by 2 June to the class account {iban AT} with the name of your child. Packing list is attached.',
    },
    {
      to: 'orders@supplier-west.example',
      known: true,
      says: 'PO 4500017712\nPlease deliver 200 pcs of article 88-1204 to our warehouse, Dock 4, 18 Harbour Way, Bristol BS1 6XN, by 28 May. Invoice to ap@lumen.example.',
    },
    {
      to: 'hello@cafe.example',
      says: 'Offer\nHi,\n\nfour hours of photography 480, editing 120, travel included. Deposit of 30 % to {iban BE}. The offer holds until the 30th.',
    },
    {
      to: 'k.holm@post.example',
      says: 'Faktura 2210\nHej Karin, fakturan på 1 250 kr förfaller 31 maj. Betala till bankgiro 5050-1055, OCR 22100034.',
    },
  ],
  'a meeting': [
    {
      to: 'lena@partnerfirm.example',
      known: true,
      says: 'Tuesday\nHi Lena, 10:00 works. Video link: https://meet.example/j/83920174455?pwd=Q2xhc3M, meeting ID 839 2017 4455, passcode 204771. Dial-in +49 69 7104 9922.',
    },
    {
      to: 'board@club.example',
      says: 'Minutes of 12 May\nPresent: Ann Lee, Ben Ortiz, Chloe Marsh. Apologies: Dan Hill.\n1. Accounts approved.\n2. New chairs: Ben asks for three offers.\n3. Next meeting 9 June, 19:30, library.',
    },
    {
      to: 'recruit@candidate.example',
      asked: 'Thank you for the invitation, I can come on Thursday.',
      says: 'Re: interview\nDear Ms Aydin,\n\nThursday at 14:00, Kaiserstraße 12, third floor. Ask for Jonas Reuter at the desk. Please bring your ID for the visitor badge.',
    },
    {
      to: 'team@ourfirm.example',
      known: true,
      says: 'Standup notes\n- Kim: import is 40 % faster\n- Ola: waits for review of !882\n- Per: on leave until the 14th\nDemo on Thursday.',
    },
    {
      to: 'm.dupont@courriel.example',
      says: 'Rendez-vous\nBonjour Madame Dupont, votre rendez-vous avec Me Lenoir est fixé au 3 juin à 11 h, 8 place Bellecour, 69002 Lyon. Téléphone du cabinet : 04 72 00 00 11.',
    },
    {
      to: 'speaker@conf.example',
      known: true,
      says: 'Your talk\nHi Ada, your slot is Friday 15:20 in room B. Speaker dinner at Osteria Nuova, via Roma 14. My mobile, for the day itself: +39 347 555 0110.',
    },
    {
      to: 'ingrid@ourpartner.example',
      asked: 'Could we move it to Monday, and could Peter join? His mail is peter@ourpartner.example.',
      says: 'Re: review\nMonday at nine, Peter is invited too (peter@ourpartner.example). Agenda: open points, budget, dates.',
    },
    {
      to: 'pedro@correo.example',
      says: 'Reunión del jueves\nHola Pedro, quedamos el jueves a las 16:30 en la oficina de la calle Colón 21. Te paso el orden del día mañana.',
    },
    {
      to: 'choir@singers.example',
      says: 'Rehearsal\nDear all, rehearsal on Wednesday is in the small hall. Bring the Fauré. Solo: Rita. Cake: Tom.',
    },
    {
      to: 'j.tanaka@example-kk.example',
      known: true,
      says: 'Visit in June\nDear Mr Tanaka, we look forward to welcoming you on 11 June. Your hotel is the Park Inn, confirmation 8841207, two nights. A driver will wait with a sign.',
    },
    {
      to: 'kolleg@ourfirm.example',
      known: true,
      says: 'Urlaubsübergabe\nHallo Kai, ich bin bis 20. weg. Offen sind die Angebote an Adler und Brink. Zugangsdaten liegen im Passwortmanager, Ordner Vertrieb. Danke!',
    },
    {
      to: 'lawyer@kanzlei-nord.example',
      asked: 'Wann passt es Ihnen nächste Woche?',
      says: 'Re: Termin\nSehr geehrter Herr Dr. Nord, Mittwoch 9 Uhr würde passen. Meine Nummer ist 0170 1112233.',
    },
  ],
  'documentation with placeholders': [
    {
      to: 'dev@customer-app.example',
      says: 'Getting started\n1. Make a key under Settings.\n2. export LUMEN_API_KEY=<your-api-key>\n3. curl -H "Authorization: Bearer $LUMEN_API_KEY" https://api.lumen.example/v1/ping\n\nThe answer is {"ok":true}.',
    },
    {
      to: 'students@course.example',
      says: 'Exercise 4\nCreate .env from this:\n\nDATABASE_URL=postgres://user:password@localhost:5432/mydb\nSECRET_KEY=changeme\nSMTP_PASS=xxxxxxxx\n\nand never commit it.',
    },
    {
      to: 'partner-dev@integrator.example',
      known: true,
      says: 'Test cards\nIn the sandbox use 4242 4242 4242 4242 with any future date and any CVC for a success, and 4000 0000 0000 0002 for a decline. They do nothing live.',
    },
    {
      to: 'reader@newsletter.example',
      says: 'How tokens work\nA JWT has three parts, header.payload.signature, e.g. eyJhbGciOi….eyJzdWIiOi….SflKxw…. Whoever has it can act as you until it expires, so never put it into a link.',
    },
    {
      to: 'ops@hoster-client.example',
      says: 'Restore howto\n$ pg_dump -h HOST -U USER -d DB > dump.sql\n$ psql "postgresql://USER:PASSWORD@HOST/DB" < dump.sql\n\nThe password is asked for if you leave it out.',
    },
    {
      to: 'q@devs.example',
      asked: 'What does an API key look like?',
      says: 'Re: key\nIt begins with lm_live_ and has 32 characters behind, as in lm_live_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX. In the docs we write lm_test_EXAMPLEKEY.',
    },
    {
      to: 'writer@handbook.example',
      says: 'Chapter on passwords\nA good passphrase has four words or more, such as correct horse battery staple (do not use this one). Bad: Password1!, qwerty123, your birthday.',
    },
    {
      to: 'admin@kunde-nord.example',
      says: 'Anleitung SMTP\nServer: smtp.lumen.example\nPort: 587\nBenutzername: Ihre E-Mail-Adresse\nPasswort: das Passwort Ihres Postfachs\nVerschlüsselung: STARTTLS',
    },
    {
      to: 'webhook@integrations.example',
      says: 'Verifying signatures\nconst secret = process.env.WEBHOOK_SECRET\nconst mac = createHmac("sha256", secret).update(body).digest("hex")\nCompare in constant time. Rotate the secret twice a year.',
    },
    {
      to: 'kurs@volkshochschule.example',
      says: 'Unterlagen\nBeispiel für eine IBAN: DE89 3704 0044 0532 0130 00. Die ersten zwei Ziffern sind die Prüfsumme. Kreditkarten prüft man mit dem Luhn-Verfahren.',
    },
    {
      to: 'compose@homelab.example',
      says: 'compose\nenvironment:\n  POSTGRES_PASSWORD: \x24{POSTGRES_PASSWORD}\n  JWT_SECRET: \x24{JWT_SECRET:?set it}\n\nPut both into a file that git ignores.',
    },
    {
      to: 'docs@reviewers.example',
      known: true,
      says: 'Please review\nAuthentication: pass your key as X-Api-Key: YOUR_KEY_HERE. Keys are shown once. If you lose one, make another. Example response:\n\n{ "id": "msg_01HZX3", "status": "queued" }',
    },
  ],
  'a link or code that the recipient asked for': [
    {
      to: 'amy.choi@mailhome.example',
      asked: 'Please send me a link to reset my password.',
      says: 'Reset your password\nHi Amy,\n\nyou asked to reset your password. This link works for one hour: https://app.lumen.example/reset?token={b62 40}\n\nIf it was not you, ignore this mail.',
    },
    {
      to: 'kurt@post.example',
      says: 'Ihr Anmeldecode\nIhr Code lautet 449120. Er gilt zehn Minuten. Geben Sie ihn nur auf lumen.example ein. Wenn Sie sich nicht anmelden wollten, löschen Sie diese Mail.',
    },
    {
      to: 'new.member@mailhome.example',
      says: 'Confirm your address\nWelcome! Please confirm that this address is yours: https://lumen.example/confirm/{b62 32}\n\nThe link is valid for 24 hours.',
    },
    {
      to: 'celine@courriel.example',
      asked: "Je voudrais recevoir mon code d'activation.",
      says: "Votre code d'activation\nBonjour Céline,\n\nvotre code d'activation est 7740-2219. Saisissez-le dans l'application.",
    },
    {
      to: 'ted@mailbox.example',
      says: 'Your verification code\nYour Lumen verification code is 881204. It expires in 10 minutes. We will never call you to ask for it.',
    },
    {
      to: 'voucher@mailhome.example',
      asked: 'I bought a gift card but no code came.',
      says: 'Re: gift card\nSorry! Here it is: LUMEN-GIFT-7Q2K-9XPA, worth 25 EUR, valid until 2027.',
    },
    {
      to: 'client@accountant-client.example',
      asked: 'How do I get the tax file?',
      says: 'Your file\nYour file is here: https://files.lumen.example/s/{b62 24}, open for seven days. You get the password for it by text message.',
    },
    {
      to: 'sofia@correo.example',
      says: 'Invitación\nHola Sofía: te han invitado al espacio Marketing. Únete aquí: https://lumen.example/invite/{b62 28}',
    },
    {
      to: 'pickup@mailhome.example',
      says: 'Ready for pick-up\nYour parcel waits in locker 14, Bahnhofplatz. Pick-up code 3381, until Sunday 20:00.',
    },
    {
      to: 'ivo@post.example',
      asked: 'sign-in code please, I am at ivo@post.example',
      says: 'Sign-in code\nHere is the code you asked for: 602 118. It works once.',
    },
  ],
  'talk of developers': [
    {
      to: 'kim@ourfirm.example',
      known: true,
      says: 'Re: !882\nThe test fails since {hex 40}. I think we should read the token from the secret store and not from env. `const token = await vault.read("pay/token")` would do. Also: rename password to passphrase in the form.',
    },
    {
      to: 'list@lists.opensource.example',
      known: true,
      says: '[PATCH] auth: do not log tokens\nFrom: A Dev\n\n- log.info("token=" + token)\n+ log.info("token=[hidden]")\n\nsha256 of the tarball: {hex 64}',
    },
    {
      to: 'bugs@upstream.example',
      says: 'crash in parser\nVersion 3.4.1, Linux x86_64. Steps: open a file with 1e6 lines, press save. Backtrace:\n#0 0x00007f3a9c1e in parse_line ()\n#1 0x000055d0 in main ()\nbuild id {hex 40}',
    },
    {
      to: 'sre@ourfirm.example',
      known: true,
      says: 'Postmortem 14 May\n09:12 alert, 09:20 rollback, 09:31 green. Cause: expired certificate on lb2. The rotated credentials are in the vault; nobody saw the old ones. Action: alarm 14 days ahead.',
    },
    {
      to: 'ana@collab.example',
      known: true,
      says: 'Re: schema\nI would make password_hash text not null and add api_key_prefix so that support can find a key without seeing it. Migration has to be online.',
    },
    {
      to: 'maint@library.example',
      says: 'Question about rate limits\nHello, does retryAfter hold milliseconds? In client.ts line 214 you multiply by 1000, in the docs it says seconds. Commit {hex 7}.',
    },
    {
      to: 'jo@ourfirm.example',
      known: true,
      says: 'prod is fine\nps aux | grep worker shows 4, queue empty, uuid 7f3a9c1e-22b4-4c1e-9f0d-5a6be1c9d012 was the stuck job. I deleted nothing.',
    },
    {
      to: 'security@upstream.example',
      says: 'Report: reset tokens are predictable\nHi, the reset token is md5(email + day). With a test account of mine I could guess it. Details and a patch under embargo until you answer. PGP fingerprint 0F2A 77C1 9B3E 4D55 A1C0 6E11 8842 9D0B 3C7F 1A20.',
    },
    {
      to: 'dba@ourfirm.example',
      known: true,
      says: 'slow query\nexplain (analyze) select * from orders where customer_id = 8812; Seq Scan, 4.1 s. Index on (customer_id, created_at)?',
    },
    {
      to: 'ci@ourfirm.example',
      known: true,
      says: 'Build 5512\nPassed. Artifacts: app-2.8.1.tgz, integrity sha512-{b64 64}==. Image digest sha256:{hex 64}.',
    },
    {
      to: 'mentor@codeclub.example',
      says: 'my homework\nfunction check(password) {\n  return password === "secret123"\n}\n\nI know one should not do it this way. How do I hash it?',
    },
    {
      to: 'agents@ourfirm.example',
      known: true,
      says: 'prompt changes\nI added "never reveal the contents of other customers\' mail" to the system prompt, and removed the line on refunds. Injection tests: 41 of 42 refused.',
    },
    {
      to: 'user@sshhelp.example',
      asked: 'What do I have to send you for access?',
      says: 'Re: access\nOnly your public key, the line that begins with ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI. Keep the private one.',
    },
    {
      to: 'infra@ourfirm.example',
      known: true,
      says: 'DNS\nPlease add TXT lumen-verification={hex 32} and the DKIM record v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC{b64 120}IDAQAB',
    },
  ],
  'a translation': [
    {
      to: 'client@agency-words.example',
      asked: 'Please translate: "Ihr Passwort ist abgelaufen. Bitte wählen Sie ein neues."',
      says: 'Translation\n"Your password has expired. Please choose a new one."\n\nFrench: « Votre mot de passe a expiré. Veuillez en choisir un nouveau. »',
    },
    {
      to: 'lit@publisher.example',
      known: true,
      says: 'Chapter 3\n"The password is swordfish," whispered the old man. Nobody laughed. In the corner the parrot said it again, louder, and the door opened.',
    },
    {
      to: 'j.ray@mailhome.example',
      asked: 'Could you put this into Spanish: We shipped your parcel to 5 Elm Street, Dover.',
      says: 'Traducción\nHemos enviado su paquete a 5 Elm Street, Dover.',
    },
    {
      to: 'pm@localize.example',
      known: true,
      says: 'Strings\nsignin.code = Enter the 6-digit code\nsignin.code = Gib den sechsstelligen Code ein\nsignin.code = Saisissez le code à 6 chiffres\nsignin.forgot = Forgot your password?',
    },
    {
      to: 'office@embassy-help.example',
      asked:
        'Bitte übersetzen Sie meine Geburtsurkunde: Karl Senn, geboren am 4. Mai 1971 in Ulm, Sohn von Otto und Greta Senn.',
      says: 'Birth certificate\nKarl Senn, born on 4 May 1971 in Ulm, son of Otto and Greta Senn.\n\nCertified translation follows by post.',
    },
    {
      to: 'menu@trattoria.example',
      known: true,
      says: 'Menu\nTagliatelle al ragù - tagliatelle with meat sauce 12.50\nSaltimbocca - veal with sage 18.00\nTiramisù 6.00',
    },
    {
      to: 'legal@cliente-es.example',
      known: true,
      says: 'Cláusula 7\nThe parties shall keep confidential all information marked as such. / Las partes mantendrán la confidencialidad de toda información así señalada.',
    },
    {
      to: 'kundin@post.example',
      asked: 'What does "bank details" mean in German?',
      says: 'Re: Frage\n„Bankverbindung“. Dazu gehören IBAN und BIC. Auf Rechnungen steht sie unten.',
    },
    {
      to: 'subtitles@film.example',
      known: true,
      says: 'Reel 2\n00:01:14 Give me the code!\n00:01:16 Four, seven, one... I forgot the rest.\n00:01:19 Gib mir den Code!\n00:01:21 Vier, sieben, eins ... den Rest hab ich vergessen.',
    },
    {
      to: 'exam@school.example',
      says: "Text for class 9\nBonjour, je m'appelle Luc, j'ai quinze ans, j'habite 12 rue Victor Hugo à Lille. Mon numéro est le 06 12 34 56 78. Translate it into English.",
    },
  ],
  'a first letter to somebody': [
    {
      to: 'sales@machinery.example',
      says: 'Request for a quotation\nDear Sir or Madam,\n\nwe need forty brackets of type 12-A until the end of June, delivered to 18 Harbour Way, Bristol. Please quote with freight.\n\nTara Quinn\nLumen Ltd, +44 117 496 0022',
    },
    {
      to: 'hello@podcast.example',
      says: 'A guest for you\nHi, I work with Ada Brandt, who wrote The Quiet Server. She would love to talk about outages. Here is her page: https://ada.example. May I send a copy?',
    },
    {
      to: 'bewerbung@firma-sued.example',
      says: 'Bewerbung als Schreinerin\nSehr geehrte Frau Lang,\n\nhiermit bewerbe ich mich. Geboren am 3.8.1996 in Ulm, Gesellenbrief 2017.\n\nKira Wolff\nLindenweg 4, 89073 Ulm\n0151 44556677',
    },
    {
      to: 'registry@town-hall.example',
      says: 'Change of address\nDear registry, from 1 June I live at 9 Quay Street, Whitby YO21 3JS. My name is Cal Ives, born 2 March 1988, council tax account 77120041. Thank you.',
    },
    {
      to: 'leads@newcustomer.example',
      says: "Shorter queues at your desk\nHi Morgan, we help clinics to answer mail in minutes. Worth a call? Pick a time: https://cal.example/lumen/20. If not, tell me and I won't write again.",
    },
    {
      to: 'reservations@hotel-sol.example',
      says: 'Room for Ms Aydin\nGood morning, we would like a single room from 4 to 6 June for Ms Selin Aydin, breakfast included, invoice to Lumen GmbH. She arrives about nine in the evening.',
    },
    {
      to: 'press@magazine.example',
      says: 'Press release\nFor immediate release. Lumen opens an office in Porto with twelve jobs. "We like the light," says Jonas Reuter, head of engineering. Contact: press@lumen.example, +351 21 000 0000.',
    },
    {
      to: 'garage@autohaus.example',
      says: 'Inspektion\nGuten Tag, mein Wagen (K-LM 4412, Fahrgestellnummer WVWZZZ1JZXW000001) braucht die Inspektion. Geht es am 12.? Rückruf bitte unter 0221 4455667.',
    },
    {
      to: 'editor@journal.example',
      says: 'Submission\nDear editor, please find our manuscript "Slow queues, happy users". Corresponding author: Ola Dahl, Department of Computing, ola.dahl@uni.example, ORCID 0000-0002-1825-0097.',
    },
    {
      to: 'volunteers@refuge.example',
      says: 'Helping on Saturdays\nHello, I would like to help with the dogs on Saturdays. I am 34, have a car, and can lift. Where do I sign?',
    },
    {
      to: 'courier@fastparcel.example',
      says: 'Collection\nPlease collect one parcel, 4 kg, tomorrow between 10 and 12 at Lumen, Dock 4, 18 Harbour Way, Bristol BS1 6XN, and bring it to Jane Ellis, 7 Priory Road, Exeter EX4 2LP, phone 07700 900461.',
    },
    {
      to: 'taxi@cityride.example',
      says: 'Pick-up on Friday\nOne guest, Mr Tanaka, from the airport, flight NH 203, arriving 17:35. Drop-off at the Park Inn. Sign with his name, please. Bill it to account 4417.',
    },
    {
      to: 'noreply-feedback@survey.example',
      says: 'Feedback\nThe lift is out of order since Monday, and the form on your page gives an error. Otherwise a fine stay, thank you.',
    },
    {
      to: 'bank@hausbank.example',
      known: true,
      says: 'Dauerauftrag\nGuten Tag Frau Seidel, bitte ändern Sie den Dauerauftrag von unserem Konto {iban DE} ab Juli auf 1.250 €. Unterschrift folgt per Post.',
    },
    {
      to: 'friend@mailhome.example',
      known: true,
      says: 'cake\nhey! 200 g flour, 150 g sugar, 3 eggs, a lemon, 180 degrees for 40 minutes. the secret is buttermilk. see you at 8, number 14, top bell.',
    },
    {
      to: 'insurer@versicherung.example',
      known: true,
      says: 'Schaden 2025-8841\nSehr geehrte Frau Marx, anbei die Rechnung der Werkstatt über 812,40 €. Versicherungsnummer 44/771/2209. Bitte überweisen Sie auf {iban DE}.',
    },
  ],
}
