/** Names of months and days of the week, long and short, in the languages of most mail. */

/**
 * In lower case without accents and points, as folded text has them; what an earlier language has, too, stands there.
 * Written out, for asking Intl for them costs every start more than all that is done with them.
 */
const byLanguage = {
  en: 'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday jan feb mar apr jun jul aug sep oct nov dec mon tue wed thu fri sat sun',
  de: 'januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag okt dez mo di mi do fr sa so',
  fr: 'janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche janv fevr avr juil sept lun mer jeu ven sam dim',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo ene abr ago dic mie jue vie sab dom',
  pt: 'janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro segunda-feira terca-feira quarta-feira quinta-feira sexta-feira fev set out seg ter qua qui sex',
  it: 'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre lunedi martedi mercoledi giovedi venerdi sabato domenica gen mag giu lug ott gio',
  nl: 'januari februari maart mei augustus maandag dinsdag woensdag donderdag vrijdag zaterdag zondag mrt ma wo vr za zo',
  pl: 'styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien poniedziałek wtorek sroda czwartek piatek sobota niedziela sty lut kwi cze lip sie wrz paz lis gru pon wt sr czw pt sob niedz',
  sv: 'augusti mandag tisdag onsdag torsdag fredag lordag sondag man tis ons tors fre lor son',
  da: 'marts tirsdag lørdag søndag tirs lør søn',
  cs: 'leden unor brezen duben kveten cerven cervenec srpen zari rijen prosinec pondeli utery streda ctvrtek patek nedele led uno bre dub kve cvn cvc srp zar rij pro po ut st ct pa ne',
  tr: 'ocak subat mart nisan mayıs haziran temmuz agustos eylul ekim kasım aralık pazartesi salı carsamba persembe cuma cumartesi pazar oca sub nis haz tem agu eyl eki kas ara pzt sal car per cum cmt',
} as const

/** The languages, by their locales. */
export const dateLanguages = Object.keys(byLanguage)

export const dateWords: ReadonlySet<string> = new Set(
  Object.values(byLanguage).flatMap((words) => words.split(' ')),
)
