/** Further honest drafts, written when the rules had been made by the first ones and without a look at them. */
import type { DraftsByTopic } from './drafts.ts'

export const honestMore: DraftsByTopic = {
  'advice on passwords': [
    {
      to: 'carla.m@mailhome.example',
      asked: 'I cannot get into my account any more, it says wrong password.',
      says: 'Re: sign-in\nHi Carla,\n\nplease open the sign-in page, choose "Forgot password?" and type the address you registered with. You will get a link that works for an hour. The new password needs at least 12 characters, one of them a digit.\n\nBest, support',
    },
    {
      to: 'w.stein@post.example',
      asked: 'Können Sie mir bitte mein Passwort mitteilen?',
      says: 'Re: Passwort vergessen\nGuten Tag Herr Stein,\n\nwir können Ihr Passwort nicht sehen und fragen auch nie danach. Bitte setzen Sie es unter shop.northgate.example/passwort selbst zurück. Der Link gilt 30 Minuten.\n\nFreundliche Grüße',
    },
    {
      to: 'helene.p@courriel.example',
      says: 'Votre compte\nBonjour Hélène,\n\npour changer le mot de passe, ouvrez Paramètres > Sécurité > Mot de passe. Choisissez-en un que vous n’utilisez nulle part ailleurs, et activez la double authentification.\n\nCordialement',
    },
    {
      to: 'antonio.r@correo.example',
      asked: 'Olvidé mi clave, ¿qué hago?',
      says: 'Re: clave\nHola Antonio:\n\nEn la página de acceso pulsa "¿Has olvidado tu contraseña?" y sigue el enlace que te llegará por correo. Si no llega en diez minutos, mira en la carpeta de correo no deseado.',
    },
    {
      to: 'office@dentist-holm.example',
      says: 'New phishing wave\nDear customers,\n\nmails that look like ours ask for your password and a code from your phone. We never ask for either. If you have typed them in, change the password at once and sign out all devices under Account > Sessions.',
    },
    {
      to: 'ben.k@sidemail.example',
      asked: 'What are the rules for passwords with you?',
      says: 'Re: rules\nBen, 12 characters or more, no upper limit, any characters you like. We check them against known leaks, so Password123! and the like are refused. They never expire.',
    },
    {
      to: 'gina@postino.example',
      says: 'Il tuo accesso\nCiao Gina,\n\nla tua password è stata modificata oggi alle 14:20. Se non sei stata tu, rispondi a questa mail e blocchiamo il conto. Non scriverci mai la password.',
    },
    {
      to: 'marek@poczta.example',
      says: 'Re: logowanie\nDzień dobry,\n\nhasło można zresetować na stronie logowania. Login to adres e-mail podany przy rejestracji. W razie kłopotów prosimy o telefon.',
    },
    {
      to: 'dina.f@fastmail.example',
      asked: 'What was my user name again?',
      says: 'Re: user name\nHi Dina, your login is dina.fraser4. The password only you know; the link below the form sets a new one.',
    },
    {
      to: 'it-list@school-west.example',
      says: 'Password day\nHello all,\n\non Thursday the directory asks everyone for a new password. Think of four words that have nothing to do with each other, for example the ones you see out of the window, and do not write them on the monitor.',
    },
    {
      to: 'r.vermeer@xmail.example',
      says: 'wifi in de zaal\nBeste mevrouw Vermeer,\n\nin de vergaderzaal is wifi voor gasten. Netwerk: Northgate-Gast. Het wachtwoord hangt op het bord bij de ingang en verandert elke dag.',
    },
    {
      to: 'newuser@mailhome.example',
      asked: 'I signed up an hour ago and there is no mail.',
      says: 'Re: no mail\nWe have sent the confirmation again. The code in it has six digits and is valid for ten minutes; type it on the page where you signed up. Please do not send it to us.',
    },
  ],
  'an invoice or how to pay': [
    {
      to: 'accounts@baker-sons.example',
      says: 'Invoice 2025-0311\nDear accounts team,\n\nplease find our invoice over 1,240.00 EUR for March. Pay by 30 April to\n\nNorthgate GmbH\nIBAN {iban DE#1}\nBIC COBADEFFXXX\nReference 2025-0311\n\nVAT DE812345675',
    },
    {
      to: 'buchhaltung@meyer-bau.example',
      asked: 'Auf welches Konto sollen wir überweisen?',
      says: 'Re: Konto\nGuten Tag,\n\nbitte auf unser Konto bei der Sparkasse: {iban DE#1}, Verwendungszweck RE-20871. Steuernummer 21/815/08150.\n\nMit freundlichen Grüßen',
    },
    {
      to: 'h.dubois@courriel.example',
      says: 'Rappel de facture\nBonjour,\n\nsauf erreur, la facture F-2231 de 312,00 € du 2 mars reste impayée. Vous pouvez la régler par carte depuis votre espace client ou par virement : {iban FR#1}.',
    },
    {
      to: 'sam.porter@mailhome.example',
      asked: 'Was I charged for the second month?',
      says: 'Re: charge\nHi Sam, yes: 9.90 on 3 April, card ending 5512, transaction ch_3PqXz82eZvKYlo2C. I have refunded it today, it takes five to ten days.',
    },
    {
      to: 'tesoreria@hotelmar.example',
      says: 'Factura 889\nEstimados señores:\n\nadjuntamos la factura 889 por 640,00 €. CIF B12345674. Transferencia a {iban ES#1} antes del 15 de mayo.',
    },
    {
      to: 'finance@linden-press.example',
      says: 'Purchase order 4500017342\nHello,\n\nplease deliver 40 boxes of A4 paper, item 10-2291, at 18.20 each, to Dock 3, Harbour Road 8, Hull. Cost centre 4711, GL 620400. Confirm by Friday.',
    },
    {
      to: 'o.brandt@supplierone.example',
      says: 'remittance advice\nWe have paid today:\n\nINV-10021  418.00\nINV-10034  220.50\nCredit note CN-88  -40.00\nTotal 598.50, bank reference 250407118842',
    },
    {
      to: 'e.rossi@postino.example',
      asked: 'Non trovo la ricevuta di marzo.',
      says: 'Re: ricevuta\nGentile signora Rossi,\n\necco la ricevuta 118/2025 del 12/03/2025: importo 59,00 €, pagato con carta che termina con 0923. Codice fiscale della società 01234567897.',
    },
    {
      to: 'kasper@brev.example',
      says: 'faktura\nHej Kasper, fakturan på 1 200 kr betalas till bankgiro 5050-1055 senast den 30 maj. OCR 2025040017.',
    },
    {
      to: 'lisa.chan@web.example',
      asked: 'Can I pay by phone?',
      says: 'Re: pay by phone\nHi Lisa, we do not take card numbers by phone or mail. Use the payment link in your order; the three digits on the back are asked for by your bank’s page only.',
    },
  ],
  'an order and its parcel': [
    {
      to: 'm.keller@post.example',
      says: 'Ihre Sendung ist unterwegs\nHallo Frau Keller,\n\nIhre Bestellung 30771254 wurde heute übergeben. Sendungsnummer 00340434161094022115, Zustellung am Donnerstag zwischen 10 und 14 Uhr.',
    },
    {
      to: 'p.hughes@mailhome.example',
      asked: 'Where is my parcel?',
      says: 'Re: parcel\nHi Pete,\n\nit left Leeds this morning. Tracking: 1Z999AA10123456784 (UPS). If you are out, the pickup code for the locker is sent to your phone by UPS.',
    },
    {
      to: 'nadia.b@courriel.example',
      says: 'Commande 77120\nBonjour Nadia,\n\nvotre colis 6A12345678901 sera livré demain au 5 rue du Port, 29200 Brest. Le code de retrait est sur le bon joint à votre compte.',
    },
    {
      to: 'joao.s@correio.example',
      says: 'Pedido enviado\nOlá João,\n\no pedido 55-20918 foi enviado pelos Correios, código de rastreio LX123456789BR. Prazo: 4 dias úteis.',
    },
    {
      to: 'g.lind@brev.example',
      asked: 'Can you change the size in order 4417?',
      says: 'Re: order 4417\nHello Greta, done: two of SKU 8801-XL-BLU instead of 8801-L-BLU. New total 64.00. EAN 4006381333931 if you want to check the label.',
    },
    {
      to: 'returns@kettleworld.example',
      says: 'RMA 2025-7714\nDear colleagues,\n\nwe return one kettle, serial K7X-00219-4415, bought 4 Feb, order 100482. It leaks at the base. Label 9400110200881234567890.',
    },
    {
      to: 'ida.berg@mailhome.example',
      says: 'Your tickets\nHi Ida,\n\nbooking reference R4KT9Q, coach 7, seats 41 and 42, Malmö 08:12 to Stockholm 12:35 on 14 June. Show the PDF or the reference at the gate.',
    },
    {
      to: 'f.novak@posta.example',
      asked: 'Máte ten díl skladem?',
      says: 'Re: díl\nDobrý den, díl 06A-115-561-B máme skladem, cena 189 Kč. Objednávka 2025/0448 bude odeslána zítra.',
    },
    {
      to: 'warehouse@north-logistics.example',
      says: 'pickup Friday\nTwo pallets, 80x120, 410 kg, reference NG-250418-02, gate 4. Driver shows the QR of the booking at the barrier.',
    },
    {
      to: 'tess@web.example',
      asked: 'My gift card does not work.',
      says: 'Re: gift card\nHi Tess, sorry about that. The old one is void, your new gift card is GX7K-22PM-91QD, 25 EUR, valid until 2028.',
    },
  ],
  'a meeting or a visit': [
    {
      to: 'h.frost@lindenlaw.example',
      says: 'Call on Tuesday\nHi Harriet,\n\nJoin: https://us02web.zoom.us/j/86412345678?pwd=TkRvQ1hKbGZ5cVpNd0t3PQ\nMeeting ID: 864 1234 5678\nPasscode: 420917\n\nTalk then.',
    },
    {
      to: 'team@linden-press.example',
      says: 'Microsoft Teams-Besprechung\nJetzt an der Besprechung teilnehmen\nBesprechungs-ID: 372 114 908 55\nKennung: bX7Kq2\nOder anrufen: +49 69 365057123,,88012345#',
    },
    {
      to: 'visitor@mailhome.example',
      asked: 'How do I get to you on Monday?',
      says: 'Re: Monday\nTake tram 4 to Harbour, we are at Quay 12, third floor. Ring at "Northgate", reception gives you a badge. Parking is behind the house, space 17.',
    },
    {
      to: 'guest.ruiz@correo.example',
      asked: 'Llegamos el viernes a las once de la noche. ¿Cómo entramos?',
      says: 'Re: llegada\nHola:\n\nsu apartamento es el 3B. El código de la puerta para su estancia es 4471# y la llave está en el cajetín 12. Buen viaje.',
    },
    {
      to: 'panel@conference-oslo.example',
      says: 'Your slot\nDear speakers, rehearsal on 5 June 15:00 in room B2. Google Meet for those abroad: meet.google.com/abc-defg-hij (dial in +47 21 00 00 00, PIN: 884 201 553#).',
    },
    {
      to: 'klasse7@school-west.example',
      says: 'Elternabend\nLiebe Eltern,\n\nder Elternabend ist am 12. Mai um 19 Uhr in Raum 204. Wer nicht kommen kann, wählt sich ein: https://bbb.school-west.example/b/kla-7xq-m2p, Zugangscode 338811.',
    },
    {
      to: 'l.moreau@courriel.example',
      says: 'Visite du logement\nBonjour Madame Moreau,\n\nla visite est fixée au samedi 10 h, 8 rue des Tanneurs, 2e étage. Merci de venir avec une pièce d’identité et vos trois derniers bulletins.',
    },
    {
      to: 'steering@partner-two.example',
      says: 'minutes of our call\nPresent: Kim (you), Dana, Ben.\n1. Rollout moves to 2 June.\n2. You send the data-processing agreement.\n3. Next call Thursday 10:00, same link.',
    },
    {
      to: 'new.starter@mailhome.example',
      says: 'Your first day\nDear Amina,\n\nwe look forward to Monday, 9:00. Bring your passport and your tax number for HR. IT hands you a laptop and you set your own password then.',
    },
    {
      to: 'coach@runclub.example',
      asked: 'Which group ride is it on Sunday?',
      says: 'Re: Sunday\nStart 8:30 at the mill, 62 km, route https://www.komoot.com/tour/1188273645. My number for the day: 0151 2233 4455.',
    },
  ],
  'what is public by its nature': [
    {
      to: 'ops@mirror-host.example',
      asked: 'Which key should we allow for the rsync user?',
      says: 'Re: rsync\nThis one, it is the public half:\n\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b64 43} mirror@northgate\n\nFingerprint SHA256:{b64 43}',
    },
    {
      to: 'dns@registrar-help.example',
      says: 'records to set\nPlease add:\n\nng._domainkey TXT "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ{b64 160}IDAQAB"\n@ TXT "v=spf1 include:_spf.northgate.example -all"\n@ TXT "google-site-verification={b62 43}"',
    },
    {
      to: 'maintainer@libquartz.example',
      says: 'bisect\nIt broke between {hex 40} and {hex 40}. The test that fails is test_roundtrip; sha256 of my build: {hex 64}.',
    },
    {
      to: 'downloads@mirror-host.example',
      says: 'checksums of 4.2.1\nSHA512 (northgate-4.2.1.tar.gz) = {hex 128}\nMD5 (northgate-4.2.1.tar.gz) = {hex 32}\n\nSigned with 0x8F3A22C1D04B77E9.',
    },
    {
      to: 'api-support@paydock.example',
      says: 'failing request\nRequest id req_{b62 14}, trace 4bf92f3577b34da6a3ce929d0e0e4736, 2025-05-02T10:11:09Z, status 502. Our publishable key starts with pk_live_51H, the account is acct_1032D82eZvKYlo2C.',
    },
    {
      to: 'k.thorne@linden-press.example',
      asked: 'How do I authenticate against your API?',
      says: 'Re: API\nCreate a token under Settings > API, then:\n\ncurl -H "Authorization: Bearer $TOKEN" https://api.northgate.example/v1/orders\n\nTokens look like ng_live_… and are shown once.',
    },
    {
      to: 'forum@selfhosters.example',
      says: 'example config\nservices:\n  app:\n    environment:\n      DB_PASSWORD: $DB_PASSWORD\n      SECRET_KEY: changeme\n      ADMIN_EMAIL: you@example.com\n\nReplace changeme before you start it.',
    },
    {
      to: 'security@researcher.example',
      says: 'our PGP key\n-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZ{b64 59}\n{b64 64}\n={b64 4}\n-----END PGP PUBLIC KEY BLOCK-----\n\nPlease encrypt the report to it.',
    },
  ],
  'a customer told what is his own': [
    {
      to: 'rosa.pinto@mailhome.example',
      asked:
        'My number has changed, it is 0171 5550182 now, and I moved to Ahornweg 3, 50667 Köln. Rosa Pinto, born 4 May 1988.',
      says: 'Re: my data\nDear Rosa,\n\nwe have now: Rosa Pinto, born 4 May 1988, Ahornweg 3, 50667 Köln, phone 0171 5550182. Your customer number is 220918.',
    },
    {
      to: 'd.blake@web.example',
      asked: 'Please tell me what you have stored of me. David Blake, d.blake@web.example',
      says: 'Re: access request\nDear Mr Blake,\n\nwe hold: name David Blake, mail d.blake@web.example, three orders (10021, 10034, 10077), newsletter: no. No payment data is kept with us.',
    },
    {
      to: 'ines.c@correo.example',
      asked: 'Mi IBAN es {iban ES#1}, por favor devuélvanme el importe ahí. Inés Cano',
      says: 'Re: devolución\nHola Inés:\n\nhemos devuelto 45,00 € a {iban ES#1}. Lo verás en dos días.',
    },
    {
      to: 'theo.w@post.example',
      says: 'Willkommen\nHallo Theo,\n\nIhr Konto ist angelegt. Benutzername: theo.weber. Ihr vorläufiges Passwort lautet Start-7719-Kran, Sie ändern es bei der ersten Anmeldung.',
    },
    {
      to: 'ana.lopes@correio.example',
      asked: 'Pedi um código novo, pode reenviar?',
      says: 'Re: código\nOlá Ana, o seu código de acesso é 660 214 e vale por dez minutos.',
    },
    {
      to: 'patient.hahn@mailhome.example',
      asked: 'When is my appointment? Peter Hahn, 30.11.1948',
      says: 'Re: appointment\nDear Mr Hahn (born 30.11.1948),\n\nyour appointment for the cataract is on 3 June at 8:15. Please bring your insurance card and come fasting.',
    },
    {
      to: 'lena.voss@post.example',
      says: 'Your licence\nHi Lena,\n\nthank you for buying Quartz Pro. Your licence key: QP4X-7K2M-99DA-B31Z. Enter it under Help > Register. It works on three machines of yours.',
    },
    {
      to: 'h.tanaka@meru.example',
      asked: 'Passport TK4471902, arriving 8 June, Hiro Tanaka.',
      says: 'Re: booking\nDear Mr Tanaka,\n\nroom 12 from 8 to 11 June is yours. We have noted passport TK4471902 for the registration form. Breakfast from seven.',
    },
    {
      to: 'mia.roth@web.example',
      asked: 'Reset link please, my account is mia.roth@web.example.',
      says: 'Re: reset\nHi Mia, here is the link you asked for: https://app.northgate.example/reset?token={b62 32}\nIt works once and for an hour.',
    },
    {
      to: 'greg.olsen@sidemail.example',
      asked: 'Please book my flight: Greg Olsen, DOB 14/02/1979, frequent flyer UA 8830114.',
      says: 'Re: flight\nBooked, Greg. PNR K8WQ2Z, OSL-LHR 07:20 on 9 May, seat 11C, frequent flyer 8830114, date of birth as on the passport 14/02/1979.',
    },
    {
      to: 'c.fontaine@courriel.example',
      asked: 'Voici mon RIB : {iban FR#1}. Claire Fontaine, 06 12 33 44 55',
      says: 'Re: RIB\nBonjour Claire,\n\nbien reçu : IBAN {iban FR#1}, téléphone 06 12 33 44 55. Le premier prélèvement aura lieu le 5 juin.',
    },
    {
      to: 'dev.account@mailhome.example',
      asked: 'My key leaked, please rotate it.',
      says: 'Re: rotate\nDone. Your old key ending in 9f2c stopped working at 10:02. The new one is shown once in your dashboard under Keys; we do not send keys by mail.',
    },
  ],
  'talk about secrets and codes': [
    {
      to: 'all@linden-press.example',
      says: 'how we handle secrets\nDear partners,\n\nsecrets live in the vault, never in mail or tickets. Keys are rotated every 90 days, passwords of leavers are changed the same day, and two people approve access to production.',
    },
    {
      to: 'auditor@iso-check.example',
      asked: 'How are one-time codes protected against abuse?',
      says: 'Re: control A.5.17\nCodes have six digits, live ten minutes, five tries, hashed at rest. They are sent to the number on file only. Recovery codes: ten of them, shown once, bcrypt.',
    },
    {
      to: 'mama@web.example',
      known: true,
      asked: 'Da ruft jemand an und will den Code von der Bank.',
      says: 'Re: Anruf\nBitte auflegen! Die Bank fragt nie nach einem Code aus einer SMS, und auch nicht nach PIN oder TAN. Ruf selbst die Nummer auf der Karte an.',
    },
    {
      to: 'journal@infosec-weekly.example',
      says: 'quote for your piece\n"The attacker asked our agent for the admin password and the card with its CVV. It had neither: agents get short-lived tokens, and a person approves what leaves."',
    },
    {
      to: 'student@uni-east.example',
      asked: 'What is a salt?',
      says: 'Re: salt\nA random value that is stored beside the hash. hash("hunter2" + salt) differs for each user, so one table does not fit all. Use argon2id with 19 MiB, t=2, p=1.',
    },
    {
      to: 'dpo@customer-firm.example',
      says: 'data processing agreement\nPlease find the signed agreement. Annex 2 lists the measures: encryption at rest (AES-256), TLS 1.3, access by role, logs kept for 180 days. Confidential information is defined in clause 7.',
    },
    {
      to: 'v.lang@post.example',
      says: 'Kündigung Ihres Schließfachs\nSehr geehrter Herr Lang,\n\nbitte geben Sie beide Schlüssel bis 31. Mai zurück. Die Kombination des Fachs wird danach von uns geändert; sie ist nur Ihnen bekannt.',
    },
    {
      to: 'bugs@phone-maker.example',
      says: 'autofill bug\nSteps: open the login form, tap the password field, wait. Expected: the code from the SMS is offered. Actual: "123456" from the last SMS is offered although it expired. Build 21F79.',
    },
  ],
  'a list that is nobody’s secret': [
    {
      to: 'buyer@hardware-hub.example',
      asked: 'Could you send your prices?',
      says: 'Re: prices\n| item | pack | EUR |\n| M6x20 | 200 | 8.40 |\n| M6x30 | 200 | 9.10 |\n| M8x40 | 100 | 11.80 |\n| M10x60 | 50 | 13.25 |\n\nValid until 30 June, ex works.',
    },
    {
      to: 'parents@school-west.example',
      says: 'whom to ask\nHead: Mrs Arnold, head@school-west.example, 0221 4455 10\nOffice: Mr Yilmaz, office@school-west.example, 0221 4455 11\nCanteen: canteen@school-west.example\nNurse: 0221 4455 19',
    },
    {
      to: 'runner@mailhome.example',
      asked: 'Are the results out?',
      says: 'Re: results\n1. Amy Noor 38:11\n2. Beth Crane 38:40\n3. Mei Tan 39:02\n4. Ida Lorenz 39:58\n\nAll of them are on the site.',
    },
    {
      to: 'webmaster@town-council.example',
      says: 'opening hours\nLibrary Mon–Fri 10–18, 12 Castle Street\nPool daily 7–21, 3 Mill Lane\nMuseum Wed–Sun 11–17, 40 High Street\nTown hall Mon–Thu 8–16, 1 Market Square',
    },
    {
      to: 'stats@fundwatch.example',
      says: 'figures as published\nFrom our annual report (p. 12): revenue 41.2m, EBITDA 6.0m, 412 employees, net debt 8.8m. The report is on the site since 28 March.',
    },
    {
      to: 'press@city-herald.example',
      asked: 'Who speaks at the opening?',
      says: 'Re: opening\nSpeakers: Mayor Ruth Adler, Prof. Jan Novak (Brno), Dr. Mei Tan (York), and our founder Dana Lowe. Press contact: Ben Ruiz, press@northgate.example, +44 113 496 0112.',
    },
    {
      to: 'translator@wordsmiths.example',
      says: 'strings to translate\nplease do these:\n\n"Enter your password"\n"Your code is {b62 6}"\n"Card number"\n"Security code (CVC)"\n"Wrong password, try again"',
    },
    {
      to: 'm.dietz@post.example',
      asked: 'Welche Stellen sind offen?',
      says: 'Re: Stellen\nDerzeit: Schlosser (m/w/d) in Kassel, Buchhalter in Gera, Ausbildung Mechatronik ab August. Bewerbungen an karriere@northgate.example, Ansprechpartnerin Frau Simon, 0561 770 12.',
    },
    {
      to: 'data@open-stats.example',
      says: 'monthly csv\nThe numbers for April.',
      files: {
        'april.csv':
          'station;day;mean;max\nKassel;2025-04-01;8.1;13.2\nKassel;2025-04-02;7.4;12.0\nGera;2025-04-01;7.9;12.8\nGera;2025-04-02;6.8;11.1\nFulda;2025-04-01;8.8;14.0',
      },
    },
    {
      to: 'events@riverside-hall.example',
      says: 'guests with special meals\nTable 4: one vegetarian, one without nuts\nTable 7: two vegan\nTable 9: one halal\n\nTotal 64 guests as before.',
    },
  ],
}
