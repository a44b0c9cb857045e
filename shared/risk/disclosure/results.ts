/** The results that say a draft tells what its recipients have no right to; what these have written elsewhere may take them back. */
export const disclosureResults: ReadonlySet<string> = new Set([
  'card_with_code',
  'secret_for_stranger',
  'code_passed_on',
  'link_passed_on',
  'list_for_stranger',
  'person_for_stranger',
  'mail_of_others',
  'value_of_others',
  'own_instructions',
])
