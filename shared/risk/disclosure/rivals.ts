/** What others have bid, told to somebody who bids against them; and what the house would take, told to whom it deals with. */

/** That something is being bid for. */
const bidding =
  /(?<!\p{L})(?:tenders?|bids?|bidders?|bidding|quotes?|quotations?|rfp|rfq|offers?|ausschreibung|angebot\p{L}{0,2}|bieter\p{L}{0,9}|submission|appel d['’]offres|devis|offres?|soumission|licitaci[óo]n|ofertas?|presupuestos?|concurso|licita[çc][ãa]o|propostas?|or[çc]amentos?|gara|preventiv[oi]|offert[ae]n?|aanbesteding|inschrijving\p{L}{0,2}|przetarg\p{L}{0,2}|ofert\p{L}{1,3})(?!\p{L})/iu
/** Those who bid besides. */
const others =
  /(?<!\p{L})(?:(?:other|rival|competing|all|the two|both) (?:bidders?|bids|offers|quotes|suppliers|vendors|firms|agencies)|competitors?['’]?s?|rivals?|the others|(?:andere[nr]?|alle|beiden|übrigen) (?:bieter|anbieter|angebote)|mitbewerber\p{L}{0,2}|wettbewerber\p{L}{0,2}|konkurren[tz]\p{L}{0,2}|(?:autres|les deux|tous les) (?:candidats|offres|devis|soumissionnaires)|concurrents?|(?:otr[oa]s|tod[oa]s l[oa]s|l[oa]s dem[áa]s) (?:ofertas|licitadores|proveedores|presupuestos)|competidor\p{L}{0,2}|competencia|(?:outr[oa]s|tod[oa]s [oa]s) (?:propostas|concorrentes|fornecedores)|concorr[êe]n\p{L}{2,4}|(?:altr[ei]|tutt[ei] (?:gli|le)) (?:offerte|preventivi|fornitori)|concorrent[ei]|(?:andere|alle) (?:partijen|offertes|inschrijvers|aanbieders)|de rest|concurrent(?:en|ie)?|(?:inn[ey]|pozosta[łl][ey]|wszystkie) (?:oferty|firmy)|konkurencj[aięą])(?!\p{L})/iu
/** What the reader is to do with it. */
const toBeat =
  /(?<!\p{L})(?:(?:so|in case|if) (?:that )?you (?:can|could|may|want to|wish to) (?:still )?(?:undercut|beat|sharpen|adjust|match|go (?:just )?(?:below|under|lower)|come in)|(?:undercut|underbid|beat|outbid) (?:them|him|her|that|it)|(?:go|come in|stay) (?:just )?(?:below|under) (?:that|this|it|[€$£\d])|(?:angebot|preis) (?:noch )?(?:\p{L}{2,10} )?(?:schärfen|nachbessern|anpassen)|unterbiet\p{L}{1,4}|(?:passe[rz]|descend(?:re|ez)|rester) (?:juste )?(?:en )?dessous|vous aligner|ajuster votre|por debajo de|ajustar (?:tu|su|vuestra) (?:oferta|precio)|mejorar (?:tu|su) (?:oferta|precio)|abaixo d(?:e|isso|esse)|ajustar (?:a )?(?:sua|tua) proposta|melhorar (?:a )?(?:sua|tua)|abbassa(?:te|re)? (?:un po['’]|il|ancora)|stare sotto|(?:er )?onder (?:gaan|zitten|blijven|duiken)|aanscherpen|zejść (?:poniżej|niżej)|poniżej (?:tego|tej))(?!\p{L})/iu
const amount =
  /(?:[€$£]|(?<!\p{L})(?:eur|usd|gbp|chf|pln)) ?\d[\d.,]{0,12}|(?<![\d.,])\d[\d.,' ]{0,12} ?(?:[€$£%]|(?:eur|euros?|usd|gbp|chf|pln|zł|k|grand|mio|million)(?!\p{L}))/giu
/** What the house keeps to itself when it deals: its floor, its aim, what its board would take. */
const floor =
  /(?<!\p{L})(?:(?:the )?board (?:would|will|has agreed to|is ready to|agreed to|resolved to) (?:accept|take|settle|sell|sign|go)|(?:we|they|he|she|the owners?|management|the board) (?:would|['’]d) (?:really |actually |in the end )?(?:accept|settle for|take|go (?:down|up) to|sell (?:at|for))|(?:our|the) (?:real |true |actual |internal )(?:floor|minimum|limit|target|walk-?away|reserve|bottom line|ceiling|budget)|though we told you|minutes of (?:\p{L}{2,10}(?:['’]s)? ){0,3}(?:board|management|committee)|unser(?:e|es)? (?:wahre[sr]?|eigentliche[sr]?|interne[sr]?) (?:ziel|limit|untergrenze|obergrenze|schmerzgrenze|budget)|(?:der vorstand|die geschäftsführung|wir) (?:würde[n]?) (?:auch )?(?:[^.\n]{1,30} )?(?:akzeptieren|annehmen|nehmen|mitgehen)|notre (?:vrai|véritable) (?:plancher|plafond|limite|budget)|(?:la direction|le conseil|on|nous) (?:accepterait|accepterions|signerait)|nuestro (?:verdadero|real) (?:l[íi]mite|m[íi]nimo|tope|presupuesto)|(?:el consejo|la direcci[óo]n) aceptar[íi]a|(?:nosso|o) (?:verdadeiro|real) (?:limite|m[íi]nimo|teto)|(?:a dire[çc][ãa]o|o conselho) aceitaria|il nostro (?:vero|reale) (?:limite|minimo|tetto)|(?:il consiglio|la direzione) accetterebbe|on(?:s|ze) (?:echte|werkelijke|interne) (?:ondergrens|bovengrens|limiet|budget|doel)|(?:het bestuur|de directie) zou (?:[^.\n]{1,30} )?(?:accepteren|akkoord)|nasz(?:a|e)? (?:prawdziw[ya]|faktyczn[ya]|wewnętrzn[ya]) (?:limit|minimum|granica|budżet)|zarząd (?:zaakceptuje|zgodziłby))(?!\p{L})/iu

/** What the house earns by it, or must get for it, with the figure. */
const margin =
  /(?<!\p{L})(?:our (?:\p{L}{2,10} )?(?:margins?|mark-?up|cost price)(?!\p{L})[^.!?\n]{0,60}\d|(?:we|us) (?:make|earn|clear) [^.!?\n]{0,20}\d[^.!?\n]{0,20}(?:margin|mark-?up|profit)|unsere (?:\p{L}{2,10} )?(?:marge|spanne|selbstkosten)(?!\p{L})[^.!?\n]{0,60}\d|(?:haben|machen|verdienen) wir [^.!?\n]{0,40}\d{1,3}[^.!?\n]{0,8}(?:marge|spanne)|notre (?:\p{L}{2,10} )?(?:marge|prix de revient)(?!\p{L})[^.!?\n]{0,60}\d|nuestro (?:margen|coste)(?!\p{L})[^.!?\n]{0,60}\d|nossa (?:margem)(?!\p{L})[^.!?\n]{0,60}\d|il nostro (?:margine|ricarico)(?!\p{L})[^.!?\n]{0,60}\d|onze (?:marge|kostprijs)(?!\p{L})[^.!?\n]{0,60}\d|nasza (?:marża)(?!\p{L})[^.!?\n]{0,60}\d|(?:unofficially|inoffiziell|officieusement|extraoficialmente|ufficiosamente|onofficieel|nieoficjalnie)(?!\p{L})[^.!?\n]{0,80}\d)/iu

/** Characters of a text that are read. */
const mostCharacters = 20_000

/** Where `text` tells a bidder what others have bid, or whom the house deals with what it would take; null: nowhere. */
export function toldOfRivals(text: string): { start: number; end: number } | null {
  const read = text.slice(0, mostCharacters)
  const own = floor.exec(read)
  if (own !== null && /\d/.test(read.slice(own.index, own.index + 160)))
    return { start: own.index, end: own.index + own[0].length }
  const earned = margin.exec(read)
  if (earned !== null) return { start: earned.index, end: earned.index + earned[0].length }
  if (!bidding.test(read)) return null
  const figures = [...read.matchAll(amount)].slice(0, 2).length
  if (figures === 0) return null
  const beat = toBeat.exec(read)
  if (beat === null) return null
  const rival = others.exec(read)
  const at = rival ?? beat
  return rival !== null || figures > 1 ? { start: at.index, end: at.index + at[0].length } : null
}
