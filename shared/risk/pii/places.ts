/** Countries, their peoples and large cities. */

const countries =
  'Afghanistan|Albania|Algeria|Andorra|Angola|Argentina|Armenia|Australia|Austria|Azerbaijan|Bahamas|Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belize|Benin|Bermuda|Bhutan|Bolivia|Bosnia|Botswana|Brazil|Brunei|Bulgaria|Burkina Faso|Burundi|Cambodia|Cameroon|Canada|Cape Verde|Central African Republic|Chad|Chile|China|Colombia|Comoros|Congo|Costa Rica|Croatia|Cuba|Cyprus|Czech Republic|Czechia|Denmark|Djibouti|Dominica|Dominican Republic|East Timor|Ecuador|Egypt|El Salvador|England|Equatorial Guinea|Eritrea|Estonia|Eswatini|Ethiopia|Fiji|Finland|France|French Guiana|Gabon|Gambia|Germany|Ghana|Gibraltar|Greece|Greenland|Grenada|Guam|Guatemala|Guernsey|Guinea|Guinea-Bissau|Guyana|Haiti|Honduras|Hong Kong|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Ivory Coast|Jamaica|Japan|Jersey|Jordan|Kazakhstan|Kenya|Kiribati|Kosovo|Kuwait|Kyrgyzstan|Laos|Latvia|Lebanon|Lesotho|Liberia|Libya|Liechtenstein|Lithuania|Luxembourg|Macau|Macedonia|Madagascar|Malawi|Malaysia|Maldives|Mali|Malta|Martinique|Mauritania|Mauritius|Mexico|Micronesia|Moldova|Monaco|Mongolia|Montenegro|Morocco|Mozambique|Myanmar|Namibia|Nauru|Nepal|Netherlands|New Caledonia|New Zealand|Nicaragua|Niger|Nigeria|North Korea|Northern Ireland|Norway|Oman|Pakistan|Palau|Palestine|Panama|Papua New Guinea|Paraguay|Peru|Philippines|Poland|Portugal|Puerto Rico|Qatar|Romania|Russia|Rwanda|Samoa|San Marino|Saudi Arabia|Scotland|Senegal|Serbia|Seychelles|Sierra Leone|Singapore|Slovakia|Slovenia|Solomon Islands|Somalia|South Africa|South Korea|South Sudan|Spain|Sri Lanka|Sudan|Suriname|Swaziland|Sweden|Switzerland|Syria|Taiwan|Tajikistan|Tanzania|Thailand|Togo|Tonga|Trinidad|Tunisia|Turkey|Türkiye|Turkmenistan|Tuvalu|Uganda|Ukraine|United Arab Emirates|United Kingdom|United States|Uruguay|Uzbekistan|Vanuatu|Vatican City|Venezuela|Vietnam|Wales|Western Sahara|Yemen|Zambia|Zimbabwe|Deutschland|Österreich|Schweiz|España|Italia|Nederland|Sverige|Norge|Danmark|Suomi|Polska'
const cities =
  'Amsterdam|Athens|Atlanta|Auckland|Austin|Baltimore|Bangalore|Bangkok|Barcelona|Beijing|Belgrade|Berlin|Birmingham|Bogotá|Boston|Bratislava|Brisbane|Brussels|Bucharest|Budapest|Buenos Aires|Cairo|Calgary|Cape Town|Charlotte|Chennai|Chicago|Cologne|Copenhagen|Dallas|Delhi|Denver|Detroit|Dubai|Dublin|Düsseldorf|Edinburgh|Frankfurt|Geneva|Glasgow|Hamburg|Helsinki|Houston|Istanbul|Jakarta|Jerusalem|Johannesburg|Karachi|Kiev|Kyiv|Kolkata|Kraków|Kuala Lumpur|Lagos|Las Vegas|Leeds|Lille|Lima|Lisbon|Liverpool|Ljubljana|London|Los Angeles|Lyon|Madrid|Manchester|Manila|Marseille|Melbourne|Miami|Milan|Minneapolis|Montreal|Moscow|Mumbai|Munich|Nairobi|Naples|New York|New Delhi|Nice|Oslo|Ottawa|Oxford|Paris|Perth|Philadelphia|Phoenix|Pittsburgh|Portland|Prague|Riga|Rio de Janeiro|Rome|Rotterdam|San Diego|San Francisco|San Jose|Santiago|São Paulo|Seattle|Seoul|Shanghai|Shenzhen|Sofia|St\\. Louis|Stockholm|Stuttgart|Sydney|Taipei|Tallinn|Tampa|Tel Aviv|Tokyo|Toronto|Toulouse|Turin|Valencia|Vancouver|Venice|Vienna|Vilnius|Warsaw|Washington|Wellington|Zagreb|Zurich|Zürich'
const states =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|West Virginia|Wisconsin|Wyoming|Ontario|Quebec|British Columbia|Alberta|Bavaria|New South Wales|Queensland|Tasmania'

const peoples =
  'Afghan|African|Albanian|Algerian|American|Angolan|Arab|Argentine|Argentinian|Armenian|Australian|Austrian|Azerbaijani|Bahraini|Bangladeshi|Belarusian|Belgian|Bolivian|Bosnian|Brazilian|British|Bruneian|Bulgarian|Burmese|Cambodian|Cameroonian|Canadian|Catalan|Chilean|Chinese|Colombian|Congolese|Croatian|Cuban|Cypriot|Czech|Danish|Dutch|Ecuadorian|Egyptian|English|Eritrean|Estonian|Ethiopian|Filipino|Finnish|French|Georgian|German|Ghanaian|Greek|Greenlander|Guatemalan|Haitian|Hispanic|Honduran|Hungarian|Icelandic|Indian|Indonesian|Iranian|Iraqi|Irish|Israeli|Italian|Ivorian|Jamaican|Japanese|Jewish|Jordanian|Kazakh|Kenyan|Korean|Kurdish|Kuwaiti|Laotian|Latvian|Lebanese|Liberian|Libyan|Lithuanian|Macedonian|Malaysian|Maltese|Mexican|Moldovan|Mongolian|Montenegrin|Moroccan|Mozambican|Namibian|Nepalese|Nicaraguan|Nigerian|Norwegian|Pakistani|Palestinian|Panamanian|Paraguayan|Persian|Peruvian|Polish|Portuguese|Puerto Rican|Qatari|Romanian|Russian|Rwandan|Salvadoran|Saudi|Scottish|Senegalese|Serbian|Singaporean|Slovak|Slovakian|Slovene|Slovenian|Somali|Spanish|Sudanese|Swedish|Swiss|Syrian|Taiwanese|Tanzanian|Thai|Tunisian|Turkish|Ugandan|Ukrainian|Uruguayan|Uzbek|Venezuelan|Vietnamese|Welsh|Yemeni|Zambian|Zimbabwean|Muslim|Christian|Catholic|Protestant|Buddhist|Hindu|Sikh|Mormon'

/** Names by their first word, all in lower case, longest first. */
const byFirstWord = new Map<string, { rest: string; kind: 'location' | 'nationality' }[]>()
for (const [list, kind] of [
  [`${countries}|${states}|${cities}`, 'location'],
  [peoples, 'nationality'],
] as const)
  for (const name of list.toLowerCase().replaceAll('\\', '').split('|')) {
    const first = /^[\p{L}'’-]+/u.exec(name)![0]
    const same = byFirstWord.get(first) ?? []
    same.push({ rest: name.slice(first.length), kind })
    byFirstWord.set(
      first,
      same.toSorted((a, b) => b.rest.length - a.rest.length),
    )
  }

/** What a text says of places and peoples at a word. */
export interface KnownPlace {
  kind: 'location' | 'nationality'
  end: number
}

/** The country, state, city or people whose name starts with the word `[start, end)` of `text`; null: none. */
export function placeAt(text: string, start: number, end: number): KnownPlace | null {
  const candidates = byFirstWord.get(text.slice(start, end).toLowerCase())
  if (candidates === undefined) return null
  for (const { rest, kind } of candidates) {
    const to = end + rest.length
    if (text.slice(end, to).toLowerCase() !== rest) continue
    if (/^[\p{L}\p{N}]/u.test(text.slice(to, to + 1))) continue
    return { kind, end: to }
  }
  return null
}
