using System.CommandLine;
using SfPerf.Client.Scenarios;

namespace SfPerf.Client.Verbs;

/// <summary>The verbs on saved runs and on the measuring itself.</summary>
internal static class MoreVerbs
{
    public static void AddTo(RootCommand root, Terminal terminal, string[] overrides)
    {
        root.Subcommands.Add(AbVerb.Build(terminal, overrides));
        root.Subcommands.Add(SweepVerb.Build(terminal, overrides));
        root.Subcommands.Add(CapacityVerb.Build(terminal, overrides));
        root.Subcommands.Add(ScenarioVerb.Build(terminal, overrides));
        root.Subcommands.Add(ChaosVerb.Build(terminal));
        root.Subcommands.Add(CompareVerb.Build(terminal));
        root.Subcommands.Add(HistoryVerb.Build(terminal));
        root.Subcommands.Add(ReportVerb.Build(terminal));
        root.Subcommands.Add(ExportVerb.Build(terminal));
        root.Subcommands.Add(ExportVerb.BuildMerge(terminal));
        root.Subcommands.Add(SelfTestVerb.Build(terminal));
        root.Subcommands.Add(EnvVerb.Build(terminal));
    }
}
