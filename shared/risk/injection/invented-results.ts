/** Patterns of text that poses as the answer of a tool or as a log, and has a consent or a next step in it. */
import { type InjectionRule, rule } from './rule.ts'

const result =
  "(?:(?:tool|function|search|plugin|api|agent|retrieval|lookup)[\\s_-]?(?:results?|outputs?|responses?|observations?|returns?|logs?)|(?:results?|outputs?|response|observation) (?:of|from) (?:the )?(?:[a-z]{2,20}_[a-z_]{2,30}|[a-z]{2,20}\\.[a-z_]{2,30}|tools?|function|search)|ergebnis (?:des|der) (?:tools?|werkzeugs?|suche|funktion)|werkzeugausgabe|toolausgabe|resultat de (?:l'outil|la fonction|la recherche)|sortie de l'outil|resultado de la (?:herramienta|funcion|busqueda)|resultado da (?:ferramenta|funcao|busca|pesquisa)|risultato (?:dello strumento|della funzione|della ricerca)|resultaat van (?:de |het )?(?:tool|functie|hulpmiddel)|wynik (?:narzedzia|funkcji|wyszukiwania))"
const next =
  '(?:(?:user|owner|account holder|customer)[\\s_]~1(?:approved|confirmed|authori[sz]ed|consented|agreed|allows?|accepted|verified)|next[\\s_-](?:step|action)s?|todo|proceed with|action[\\s_]required[\\s_]by[\\s_]agent|(?:vom|durch den) (?:benutzer|nutzer|inhaber) (?:genehmigt|bestatigt|freigegeben)|nachster schritt|valide[e]? par|approuve[e]? par|etape suivante|prochaine etape|siguiente paso|aprobad[oa] por|proximo passo|aprovad[oa] pel[oa]|confirmad[oa] pel[oa]|prossimo passo|passo successivo|approvat[oa] dal|volgende stap|goedgekeurd door|nastepny krok|zatwierdzone przez)'

export const inventedResults: readonly InjectionRule[] = [
  ...rule('invented_result', 1, `\\b${result}\\b[\\s\\S]{0,200}\\b${next}`),
  ...rule(
    'invented_result',
    1,
    '(?:工具|函数|搜索)(?:调用)?(?:结果|输出|返回)[^。]{0,80}(?:用户已|下一步|已批准|已确认)',
    '(?:ツール|関数|検索)の?(?:結果|出力|応答)[^。]{0,80}(?:承認|次の(?:手順|ステップ)|確認済)',
    '(?:результат|вывод) (?:инструмента|вызова|функции|поиска)[^.]{0,120}(?:следующий шаг|одобрен|подтвержден|подтвердил)',
  ),
  ...rule(
    'invented_result',
    0.8,
    '\\b(?:info|notice|debug|log|audit|status)\\b[^\\n]{0,40}\\b(?:user|owner|account holder) ~1(?:confirmed|approved|authori[sz]ed|consented|agreed) ?:? ~8(?:recovery|forward(?:ing)?|transfer|shar(?:e|ing)|delet(?:e|ing)|password|payment|iban|access|becomes)\\b',
    // Logs and calls of tools whose consent nobody in the mail has given.
    `(?:\\[[a-z]{2,20}\\.[a-z_]{2,20}\\]|"(?:tool|function)(?:_name)?"\\s?:)[\\s\\S]{0,240}\\b(?:consent|approval|authori[sz]ation|confirmation)"?\\s?[:=]?\\s?"?(?:is )?(?:on file|not (?:required|needed)|waived|implied|given)\\b`,
    '\\b(?:todo|next|action|step \\d)\\b ~1(?:the )?(?:agent|assistant|ai|bot) ~1(?:completes?|sends?|forwards?|deletes?|executes?|runs?|transfers?|shares?|approves?|applies|changes?)\\b',
  ),
]
