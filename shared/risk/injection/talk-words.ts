/** Words of somebody who talks about attacks and does not make one, in the languages of the rules, folded. */

const latin =
  'prompt[\\s-]injections?|jailbreaks?|attack(?:s|ers?|ing)?|phishing|social engineering|red[\\s-]team(?:ing)?|penetration test|webinar|newsletter|papers?|articles?|lectures?|workshops?|training|awareness|study|studies|researchers?|policy|guidelines|false (?:alarm|positive)s?|flagged|vulnerabilit(?:y|ies)|bulletin|reading group|course|proof of concept|steps to reproduce|expected result|actual result|mitigations?|benchmarks?|datasets?|call for papers' +
  '|angreifer[n]?|angriff(?:e|en|s)?|schulung(?:en)?|schwachstellen?|forscher(?:in|innen)?|sicherheitshinweise?|rundbrief|prompt-injection' +
  '|attaquants?|attaques?|formation|infolettre|chercheurs?|sensibilisation|injection de prompts?|injection d.instructions' +
  '|atacantes?|ataques?|formacion|boletin|investigador(?:es|as)?|inyeccion de (?:prompts?|instrucciones)|concienciacion|treinamento|formacao|pesquisador(?:es|as)?|boletim|injecao de (?:prompts?|instrucoes|comandos)|conscientizacao' +
  '|attaccant[ei]|attacchi|formazione|ricercator[ei]|iniezione di prompt|aanvallers?|aanval(?:len)?|onderzoekers?|nieuwsbrief|bewustwording|atakujacy|ataki?|szkoleni[eau]|badacz[ey]?'
const other =
  'атак[аиуе]?|злоумышленник|обучени[ея]|исследовател|уязвимост|рассылк|промпт-инъекц|攻击|注入|培训|研究人员|漏洞|安全提醒|钓鱼|攻撃|インジェクション|研修|研究者|脆弱性|注意喚起'

/** Finds each of them. */
export const talkWords = (): RegExp => new RegExp(`\\b(?:${latin})\\b|(?:${other})`, 'g')
