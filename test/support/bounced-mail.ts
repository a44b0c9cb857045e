/** Ordinary mail that may come back: subjects and texts of what an agent sends. */
export const originals: readonly (readonly [subject: string, text: string])[] = [
  [
    'Invoice 2025-0417',
    'Dear Sir or Madam,\n\nplease find attached our invoice 2025-0417 over 1,240.00 EUR, payable within 14 days to the account on the invoice.\n\nBest regards\nNorthwind desk',
  ],
  [
    'Your order 300812 has shipped',
    'Hello,\n\nyour order 300812 left our warehouse today. Track it here: https://track.northwind-mail.com/300812\n\nThank you for shopping with us.',
  ],
  [
    'Reset your password',
    'Hi,\n\nyou asked for a new password. Use this link within an hour: https://app.northwind-mail.com/reset?t=8f2c41\nIf it was not you, ignore this mail.',
  ],
  [
    'Termin am Donnerstag',
    'Guten Tag,\n\nkönnen wir das Gespräch auf Donnerstag, 14 Uhr, verschieben? Die Unterlagen schicke ich vorab.\n\nFreundliche Grüße',
  ],
  [
    'Mahnung zu Rechnung RE-20871',
    'Sehr geehrte Damen und Herren,\n\nzu Rechnung RE-20871 über 312,00 € konnten wir noch keinen Zahlungseingang feststellen. Bitte überweisen Sie den Betrag bis zum 30. Mai.\n\nMit freundlichen Grüßen',
  ],
  [
    'Confirmation de commande',
    'Bonjour,\n\nnous vous confirmons la commande 77120 de 12 cartons. Livraison prévue le 6 juin.\n\nCordialement',
  ],
  [
    'Presupuesto solicitado',
    'Buenos días:\n\nadjuntamos el presupuesto que nos pidió. Es válido durante treinta días.\n\nUn saludo',
  ],
  [
    'Proposta commerciale',
    'Buongiorno,\n\nin allegato la proposta per i 40 tavoli. Restiamo a disposizione per ogni domanda.\n\nCordiali saluti',
  ],
  [
    'Minutes of Tuesday',
    'Hi all,\n\n1. Rollout moves to 2 June.\n2. Kim sends the contract.\n3. Next call Thursday 10:00.\n\nThanks',
  ],
  [
    'Webinar: what changes in July',
    'Hello,\n\nthank you for registering. Join on 12 June at 15:00: https://events.northwind-mail.com/july\nThe recording will be sent to all who signed up.',
  ],
  [
    'Kwartaaloverzicht',
    'Beste relatie,\n\nhierbij het overzicht van het eerste kwartaal. Laat het ons weten als er iets niet klopt.\n\nMet vriendelijke groet',
  ],
  ['お見積りの件', 'お世話になっております。\n\nご依頼の見積書をお送りします。ご確認をお願いいたします。'],
  [
    'Zapytanie o dostępność',
    'Dzień dobry,\n\nczy część 06A-115 jest dostępna od ręki? Potrzebujemy dwóch sztuk.\n\nPozdrawiam',
  ],
  [
    'Fatura de maio',
    'Olá,\n\nsegue a fatura de maio no valor de R$ 640,00, com vencimento em 10/06.\n\nObrigado',
  ],
  [
    'Urgent: contract to be signed by Friday',
    'Dear Mr Hale,\n\nplease sign the contract by Friday so that we can keep the price. Call me if anything is unclear.\n\nKind regards',
  ],
]
