namespace SfPerf.Reports.Html;

/// <summary>The report's one style sheet.</summary>
internal static class HtmlStyle
{
    internal const string Sheet =
        """
        :root {
          color-scheme: light dark;
          --ground: #ffffff; --text: #1b1f24; --faint: #5b6470; --rule: #d9dee4; --shade: #eef1f5;
          --s0: #0b63b8; --s1: #c2570c; --s2: #12805c; --s3: #8a3ffc; --s4: #b0245b; --s5: #6b5b00;
          --good: #12805c; --doubt: #a84300;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #14171b; --text: #e8ebef; --faint: #a0a9b4; --rule: #353b43; --shade: #23282e;
            --s0: #6cb2f5; --s1: #f5a25d; --s2: #5fd0a5; --s3: #c3a1ff; --s4: #f48fb4; --s5: #dccb5e;
            --good: #5fd0a5; --doubt: #f5a25d;
          }
        }
        body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--ground); color: var(--text);
          font: 15px/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; }
        header p, .note { color: var(--faint); }
        .verdict { font-size: 1.3rem; font-weight: 600; margin-bottom: 0; border-left: .4rem solid;
          padding-left: .6rem; }
        .good { border-color: var(--good); } .doubt { border-color: var(--doubt); }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .85rem; }
        th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
        th:first-child { text-align: left; } tbody th { font-weight: 400; }
        #environment td, #reproduce td { text-align: left; white-space: normal; overflow-wrap: anywhere; }
        figure { margin: .5rem 0 1rem; } svg { width: 100%; height: auto; display: block; }
        svg text { font: 11px system-ui, sans-serif; fill: var(--faint); }
        .grid { stroke: var(--rule); } .axis { stroke: var(--faint); }
        .line { fill: none; stroke-width: 1.8; } .dashed { stroke-dasharray: 6 4; }
        .s0 { stroke: var(--s0); } .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); } .s3 { stroke: var(--s3); }
        .s4 { stroke: var(--s4); } .s5 { stroke: var(--s5); }
        .mark { fill: var(--ground); stroke-width: 1.8; } .heat { fill: var(--s0); } .band { fill: var(--shade); }
        summary { cursor: pointer; color: var(--faint); } a { color: var(--s0); }
        @media print { details > * { display: block; } body { max-width: none; } }

        """;
}
