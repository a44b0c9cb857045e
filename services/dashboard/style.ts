/** The stylesheet of the pages: one piece, inline, so that they load nothing; light and dark, wide and narrow. */
import { createHash } from 'node:crypto'

export const stylesheet = `
:root{color-scheme:light dark;--bg:#f5f6f8;--card:#fff;--ink:#1b2330;--soft:#566072;--line:#d9dee6;--link:#1f5fbf;
--good:#1a7348;--bad:#b3261e;--warn:#8a5a00;--warnbg:#fff6e0;--badbg:#fdecea;--goodbg:#e8f5ee;--code:#f0f2f6}
@media (prefers-color-scheme:dark){:root{--bg:#12161c;--card:#1b2129;--ink:#e6eaf0;--soft:#a3adbc;--line:#333c48;--link:#8ab4f8;
--good:#7fd3a5;--bad:#ff9d94;--warn:#f2c66d;--warnbg:#332a14;--badbg:#3a1f1d;--goodbg:#173326;--code:#242c37}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:56rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;line-height:1.25;margin:.2rem 0 .4rem;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:0 0 .6rem;overflow-wrap:anywhere}
p{margin:.4rem 0;overflow-wrap:anywhere}
.kicker{color:var(--soft);font-size:.9rem;margin:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.1rem 1.25rem;margin:1rem 0}.card>:first-child,.card>[type=hidden]+*{margin-top:0}.card>:last-child{margin-bottom:0}
dl{display:grid;grid-template-columns:fit-content(40%) 1fr;gap:.3rem 1rem;margin:0}
dt{color:var(--soft);overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere;min-width:0}
h1,.title,.title a,.mail>p,pre,blockquote,dd{unicode-bidi:plaintext}dd.who{unicode-bidi:isolate}pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
pre.code{font:.85rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--code);padding:.8rem;border-radius:.5rem;
max-height:26rem;overflow:auto}
iframe{display:block;width:100%;height:24rem;min-height:6rem;border:1px solid var(--line);border-radius:.5rem;background:#fff;resize:vertical}
details{margin-top:.8rem}summary{cursor:pointer;color:var(--link);padding:.25rem 0}
a{color:var(--link)}ul{margin:.3rem 0;padding-left:1.2rem}li{margin:.35rem 0;overflow-wrap:anywhere}
blockquote{margin:.25rem 0;padding:.1rem .8rem;border-left:3px solid var(--line);color:var(--soft);overflow-wrap:anywhere;white-space:pre-wrap}
.mail{border-top:1px solid var(--line);padding-top:.7rem;margin-top:.7rem}.mail:first-of-type{border:0;margin:0;padding:0}
.meta{color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
.note{border-radius:.6rem;padding:.7rem 1rem;margin:1rem 0;background:var(--warnbg);color:var(--warn)}
.note.bad{background:var(--badbg);color:var(--bad)}.note.good{background:var(--goodbg);color:var(--good)}
.score{font-weight:600}.score.high{color:var(--bad)}.score.medium{color:var(--warn)}.score.low{color:var(--good)}
form{margin:0}:root:not(.passkeys) form[data-passkey]{display:none}label{display:block;font-weight:600;margin:.8rem 0 .25rem}.hint{font-weight:400;color:var(--soft);font-size:.9rem}
input[type=text],input[type=email],input[type=date],select,textarea{width:100%;font:inherit;color:inherit;background:var(--bg);border:1px solid var(--soft);border-radius:.5rem;padding:.55rem .7rem;min-height:2.75rem}
input[type=date]{height:2.75rem}textarea{min-height:5rem;resize:vertical}textarea.long{min-height:16rem}
fieldset{border:1px solid var(--line);border-radius:.5rem;margin:.8rem 0;padding:.2rem .9rem .7rem}legend{font-weight:600;padding:0 .3rem}
input[type=radio]{width:1.2rem;height:1.2rem;margin:0;accent-color:var(--link);flex:none}h3{font-size:1rem;margin:1rem 0 .3rem;overflow-wrap:anywhere}
form.search,form.filters{display:flex;flex-wrap:wrap;gap:.6rem;align-items:flex-end;margin:.6rem 0}form.search input{flex:1 1 12rem;width:auto}form.filters>span{flex:1 1 10rem}
label.check{font-weight:400;display:flex;gap:.6rem;align-items:flex-start}label.check input{margin-top:.12rem}
section.card>form+form{border-top:1px solid var(--line);margin-top:1.1rem;padding-top:.9rem}section.card>form+.actions{margin-top:.8rem}main>section:not(.card){margin-top:1.2rem}
button,.button{display:inline-block;font:inherit;font-weight:600;border:1px solid transparent;border-radius:.5rem;padding:.6rem 1.2rem;min-height:2.75rem;
cursor:pointer;text-decoration:none;text-align:center}
.approve{background:#1a7348;color:#fff}button.reject{background:transparent;color:var(--bad);border-color:var(--bad)}
.plain{background:transparent;color:var(--link);border-color:var(--line)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;align-items:flex-start}.actions details{margin:0}label~button,label~p:not(.actions)>button{margin-top:.5rem}
details.reject[open]{flex-basis:100%}@supports selector(::details-content){.actions>details[open]{display:contents}.actions>details::details-content{order:1;flex-basis:100%}}details.reject>summary{list-style:none;color:var(--bad);border-color:var(--bad)}
details.reject>summary::-webkit-details-marker{display:none}
.top{display:grid;grid-template-columns:auto minmax(9rem,1fr);gap:1rem;align-items:center}.brand{font-weight:700;color:var(--ink);text-decoration:none;padding:.3rem 0;white-space:nowrap}
.mode{font-size:.85rem;color:var(--soft);border:1px solid var(--line);border-radius:1rem;padding:0 .6rem}.own{display:flex;flex-wrap:wrap;gap:0 .6rem;align-items:center}
.top form{display:flex;gap:.5rem;align-items:center;justify-content:flex-end;min-width:0;white-space:nowrap}.top button.link{font-size:.9rem;font-weight:400}.top a.meta{padding:.3rem 0;overflow:hidden;text-overflow:ellipsis}
nav.bar{display:flex;gap:0 1.3rem;margin:.3rem 0 1.4rem;box-shadow:inset 0 -1px var(--line);overflow-x:auto;white-space:nowrap;scrollbar-width:none}
nav.bar a{color:var(--soft);text-decoration:none;padding:.5rem 0;border-bottom:3px solid transparent}nav.bar a:focus-visible{outline-offset:-3px}@media (min-width:34.01rem){nav.bar{flex-wrap:wrap}}
nav.bar a:hover{color:var(--ink)}nav.bar a[aria-current]{color:var(--ink);font-weight:600;border-color:var(--link);scroll-initial-target:nearest}
button.link{background:none;border:0;color:var(--link);padding:.3rem .2rem;text-decoration:underline}
ul.queue{list-style:none;padding:0}ul.queue>li{margin:.7rem 0}.title{font-weight:600}.title a{display:block;padding:.2rem 0;text-decoration:none}.title a:hover{text-decoration:underline}ul.queue p{margin:.15rem 0}time,.risk{white-space:nowrap}
ul.queue>li[data-row]{display:grid;grid-template-columns:auto 1fr;gap:0 .9rem}ul.queue>li>div{min-width:0}
input[type=checkbox]{width:1.4rem;height:1.4rem;margin:0;accent-color:var(--link);flex:none}
form:has([data-row] :checked)>.batch{position:sticky;bottom:0;box-shadow:0 0 1.5rem rgb(0 0 0/.18)}form:not(:has([data-row] :checked))>.batch{display:none}form:has(>.batch){counter-reset:selected}[data-row] :checked{counter-increment:selected}.batch .count::after{content:counter(selected)}.batch{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;padding:.7rem 1rem;margin:0}
ul.queue>li:focus-within{border-color:var(--link)}
p.way{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:0 0 .8rem}p.way a{padding:.35rem 0}p.keys{text-align:right}@media (hover:none) and (pointer:coarse){p.keys{display:none}}p.keys button.link{font-size:.9rem;font-weight:400}
kbd{font:.85rem ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;border:1px solid var(--line);border-radius:.35rem;padding:.1rem .4rem;background:var(--code)}
dialog{max-width:34rem;width:calc(100% - 2rem);background:var(--card);color:var(--ink);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem}
dialog::backdrop{background:rgb(0 0 0/.5)}
dl.types{grid-template-columns:1fr;gap:0}dl.types dt{font-weight:600;padding:.35rem 0}dl.types dd{margin:0 0 .7rem}
.choices{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));gap:.1rem .8rem}.choices label{margin:.25rem 0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}.problem{color:var(--bad);margin:.25rem 0}
form.card .actions{margin-top:1.2rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}th{color:var(--soft);font-weight:600}.number{text-align:right;padding-right:0;padding-left:.6rem;white-space:nowrap}
mark{background:var(--warnbg);color:var(--warn);border-radius:.2rem}mark:target,:target>.ref{outline:2px solid var(--link);outline-offset:2px}
.ref{display:inline-block;min-width:1.5rem;padding:0 .35rem;margin-left:.2rem;border-radius:1rem;background:var(--warnbg);color:var(--warn);font:600 .8rem/1.5rem system-ui,sans-serif;text-align:center;text-decoration:none}
.finding{border-top:1px solid var(--line);margin-top:.7rem;padding-top:.6rem}.finding ul{list-style:none;padding:0;margin:0}.finding li{display:flex;justify-content:space-between;gap:1rem;margin:.25rem 0}.points{color:var(--soft);white-space:nowrap;font-variant-numeric:tabular-nums}
details.more[open]{flex-basis:100%}details.more>summary{list-style:none;border-color:var(--line);color:var(--link)}
dl.tiles{grid-template-columns:repeat(auto-fit,minmax(max(8.5rem,30%),1fr));gap:.75rem}.tiles>.card{margin:0;padding:.8rem 1rem}.tiles dd{font-size:1.5rem;font-weight:600;margin:0}.tiles dd.hint{font-size:.85rem;font-weight:400}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem;margin:1rem 0}.charts>:first-child{grid-column:1/-1}figure.chart{margin:0;min-width:0}.chart svg{display:block;width:100%;height:9rem;border-bottom:1px solid var(--soft);border-top:1px dashed var(--line)}
.scale{margin:0;color:var(--soft);font-size:.8rem}.ends{display:flex;justify-content:space-between;gap:1rem}.ends>:last-child{text-align:right}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}.legend i{display:inline-block;width:.8rem;height:.8rem;border-radius:.2rem;margin-right:.4rem}
.blue{fill:var(--link);background:var(--link)}rect.good,i.good{fill:var(--good);background:var(--good)}rect.warn,i.warn{fill:var(--warn);background:var(--warn)}rect.bad,i.bad{fill:var(--bad);background:var(--bad)}.soft{fill:var(--soft);background:var(--soft)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line);font-weight:400;vertical-align:top}thead th{color:var(--soft)}td{font-variant-numeric:tabular-nums}tbody th{overflow-wrap:anywhere;min-width:7.5rem}
ol.steps{list-style:none;padding:0}p.way a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
@media (max-width:34rem){.pair{grid-template-columns:1fr;gap:.4rem}main{padding:.6rem .75rem 3rem}.card{padding:.9rem}h1{font-size:1.25rem}
nav.bar{margin:0 -.75rem 1rem;padding:0 2.5rem 0 .75rem;mask-image:linear-gradient(to right,#000 calc(100% - 2.5rem),transparent)}
table{font-size:.9rem}th,td{padding-right:.5rem}.number{padding-left:.4rem}
.batch .meta{flex-basis:100%}.batch button{flex:1;padding:.6rem .5rem}
.actions{gap:.6rem}.actions>*{flex:1 1 auto}.actions>form>button,.actions summary.button,details.reject button.reject{width:100%}}
`

/** What a Content-Security-Policy names the stylesheet by. */
export const stylesheetHash = `'sha256-${createHash('sha256').update(stylesheet).digest('base64')}'`
