namespace SfPerf.Reports.Html;

/// <summary>The report's one style sheet: light, dark, narrow and on paper.</summary>
internal static class HtmlStyle
{
    internal const string Sheet =
        """
        :root {
          color-scheme: light dark;
          --ground: #ffffff; --text: #1b1f24; --faint: #56606b; --rule: #d9dee4;
          --s0: #0b63b8; --s1: #b84e05; --s2: #0e7550; --s3: #7a34e0; --s4: #b0245b; --s5: #6b5b00;
          --good: #0e7550; --doubt: #b84e05;
          --warmup: #e9edf2; --collector: #fbe3c8; --noise: #f8d7df; --version: #e9edf2;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --ground: #14171b; --text: #e8ebef; --faint: #a7b0ba; --rule: #353b43;
            --s0: #6cb2f5; --s1: #f5a25d; --s2: #5fd0a5; --s3: #c3a1ff; --s4: #f48fb4; --s5: #dccb5e;
            --good: #5fd0a5; --doubt: #f5a25d;
            --warmup: #272d35; --collector: #4a3416; --noise: #4d2430; --version: #272d35;
          }
        }
        body { margin: 0 auto; max-width: 66rem; padding: 1rem; background: var(--ground); color: var(--text);
          font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
        h1 { font-size: 1.6rem; margin: 0; }
        h2 { font-size: 1.2rem; margin: 2.2rem 0 .5rem; border-top: 1px solid var(--rule); padding-top: .8rem; }
        h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
        header p, .note { color: var(--faint); margin: .3rem 0; }
        nav { display: flex; flex-wrap: wrap; gap: .1rem 1rem; font-size: .85rem; margin: .6rem 0 1rem; }
        .verdict { font-size: 1.3rem; font-weight: 600; margin: 0 0 .3rem; border-left: .4rem solid;
          padding-left: .6rem; }
        .good { border-color: var(--good); } .doubt { border-color: var(--doubt); }
        #verdict h2 { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .85rem; margin: .4rem 0; }
        th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
        th:first-child, .w { text-align: left; } tbody th { font-weight: 400; }
        #environment td, #reproduce td { white-space: normal; overflow-wrap: anywhere;
          min-width: 6rem; }
        figure { margin: .5rem 0 1rem; }
        svg { width: 100%; height: auto; display: block; overflow: visible; }
        svg text { font: 11px system-ui, sans-serif; fill: var(--faint); } svg .strong { fill: var(--text); }
        .ground { paint-order: stroke; stroke: var(--ground); stroke-width: 4px; stroke-linejoin: round; }
        .grid { stroke: var(--rule); } .axis { stroke: var(--faint); }
        .event { stroke: var(--text); stroke-dasharray: 3 3; }
        .line { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
        .line.model { stroke-width: 1.2; stroke-dasharray: 2 4; }
        .dot { fill: var(--ground); stroke-width: 1.6; } .heat { fill: var(--s0); }
        .s0 { stroke: var(--s0); } .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); } .s3 { stroke: var(--s3); }
        .s4 { stroke: var(--s4); } .s5 { stroke: var(--s5); }
        svg .t0 { fill: var(--s0); } svg .t1 { fill: var(--s1); } svg .t2 { fill: var(--s2); }
        svg .t3 { fill: var(--s3); } svg .t4 { fill: var(--s4); } svg .t5 { fill: var(--s5); }
        .t0 { color: var(--s0); } .t1 { color: var(--s1); } .t2 { color: var(--s2); }
        .t3 { color: var(--s3); } .t4 { color: var(--s4); } .t5 { color: var(--s5); }
        .names { display: none; font-size: .8rem; margin: .1rem 0; } .names span { margin-right: .8em; }
        .warmup { fill: var(--warmup); background: var(--warmup); }
        .collector { fill: var(--collector); background: var(--collector); }
        .noise { fill: var(--noise); background: var(--noise); }
        .version { fill: var(--version); background: var(--version); }
        .key { font-size: .8rem; color: var(--faint); margin: .1rem 0; }
        .key i { display: inline-block; width: 1.2em; height: .8em; margin: 0 .4em 0 1em;
          border: 1px solid var(--rule); }
        summary { cursor: pointer; color: var(--faint); font-size: .85rem; } a { color: var(--s0); }
        @media screen and (max-width: 40rem) {
          body { padding: .6rem; } svg text { font-size: 15px; } svg .name { display: none; }
          .names { display: block; }
        }
        @media print {
          body { max-width: none; padding: 0; font-size: 12px; }
          /* Folded tables of hundreds of seconds stay off the paper; unfold those that are wanted. */
          nav, details:not([open]), details > summary { display: none; }
          .scroll { overflow: visible; } table { font-size: .7rem; }
          th, td { padding: .1rem .3rem; } figure > .scroll, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
          .band, .heat, .key i { print-color-adjust: exact; }
        }

        """;
}
