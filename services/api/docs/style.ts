/** The style of the documentation page. */
export const style = `
:root { color-scheme: light dark; --bg: #fff; --panel: #f6f7f9; --line: #dfe3e8; --text: #1c2430; --soft: #5b6675;
  --accent: #0b63ce; --code: #f0f2f5; --get: #0b63ce; --post: #1a7f4b; --patch: #9a6200; --delete: #c0312b; }
@media (prefers-color-scheme: dark) { :root { --bg: #12161c; --panel: #181d25; --line: #2c3440; --text: #e4e8ee;
  --soft: #9aa6b5; --accent: #6ab0ff; --code: #1f2630; --get: #6ab0ff; --post: #5fcf94; --patch: #e3b35c; --delete: #ff8a80; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .86em; }
code { background: var(--code); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; margin: .5rem 0 0; line-height: 1.45; max-height: 34rem; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.page { display: grid; grid-template-columns: 270px minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line); background: var(--panel); padding: 1.4rem 1.1rem 2rem; font-size: 14px; }
nav strong { display: block; font-size: 16px; } nav > p { margin: .1rem 0 1.2rem; color: var(--soft); }
nav h2 { font-size: 12px; letter-spacing: .05em; text-transform: uppercase; color: var(--soft); margin: 1.2rem 0 .3rem; }
nav ul { list-style: none; margin: 0; padding: 0; } nav li a { display: flex; gap: .5rem; align-items: baseline; padding: .16rem 0; color: var(--text); }
.search input { width: 100%; font: inherit; padding: .35rem .6rem; border: 1px solid var(--line); border-radius: 8px; background: var(--bg); color: var(--text); }
.search #found { font-size: 13px; } [hidden] { display: none !important; }
nav .method { width: 3.1rem; flex: none; font-size: 10px; }
main { padding: 2.2rem clamp(1.2rem, 4vw, 3.5rem) 5rem; max-width: 1180px; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .8rem; } h2 { font-size: 1.5rem; margin: 3.2rem 0 .3rem; } h3 { font-size: 1.12rem; margin: 1.8rem 0 .3rem; }
h4 { font-size: .82rem; text-transform: uppercase; letter-spacing: .04em; color: var(--soft); margin: 1.4rem 0 .3rem; }
p { margin: .5rem 0; } .lead { max-width: 76ch; } .soft { color: var(--soft); }
section.operation { border: 1px solid var(--line); border-radius: 12px; padding: 1.2rem 1.4rem 1.4rem; margin: 1.2rem 0; }
section.operation > h3 { margin: 0; font-size: 1.2rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 0 2rem; }
.path { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .6rem 0; }
.method { font: 700 12px/1 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .02em; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .put { color: var(--patch); } .delete { color: var(--delete); }
.badge { border: 1px solid var(--line); border-radius: 999px; padding: .05rem .6rem; font-size: 12.5px; color: var(--soft); background: var(--panel); }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
td { border-top: 1px solid var(--line); padding: .5rem .7rem .5rem 0; vertical-align: top; } tr:first-child > td { border-top: 0; }
.fields { margin: .2rem 0; font-size: 14px; } .fields dt { border-top: 1px solid var(--line); padding-top: .5rem; }
.fields > dt:first-child { border-top: 0; } .fields dd { margin: 0; padding: .1rem 0 .5rem; } .fields p { margin: .1rem 0; }
.type { color: var(--soft); margin-left: .25rem; } .bounds { color: var(--soft); font-size: 13px; }
.required { color: var(--delete); font-size: 11px; margin-left: .35rem; } .fields ul { margin: .2rem 0; padding-left: 1.1rem; }
.fields .fields { border-left: 2px solid var(--line); padding-left: .8rem; }
details { margin-top: .4rem; } summary { cursor: pointer; color: var(--accent); font-size: 14px; }
.chapter { margin: 0; border-top: 1px solid var(--line); padding: .9rem 0; } .chapter > summary { color: var(--text); } .chapter h2 { display: inline; margin: 0; font-size: 1.25rem; }
.chapter > summary .soft { display: block; padding-left: 1.1rem; } .contents { columns: 18rem; margin: .6rem 0; padding-left: 1.2rem; } nav h2 a { color: inherit; }
.schema { border-top: 1px solid var(--line); padding-top: .6rem; margin-top: 1.4rem; }
@media (max-width: 900px) { .page { display: block; } nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); } .columns { display: block; } }
@media print { nav { display: none; } .page { display: block; } }
`
