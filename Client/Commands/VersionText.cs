using System.CommandLine;
using System.CommandLine.Invocation;
using System.Linq;
using System.Reflection;
using SfPerf.Commands;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf --version</c>: the version, the commit, the runtime and the SDK that built it.</summary>
internal sealed class VersionText(Terminal terminal) : SynchronousCommandLineAction
{
    private const string SdkKey = "BuiltWithSdk";

    public override int Invoke(ParseResult parseResult)
    {
        var facts = EnvironmentFacts.Read();
        var built = typeof(VersionText).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .FirstOrDefault(a => a.Key == SdkKey)?.Value;
        terminal.Out.WriteLine($"sfperf {facts.Sdk?.Split(' ')[^1]}");
        terminal.Out.WriteLine($"commit {facts.Commit ?? "unknown"}");
        terminal.Out.WriteLine($"runtime {facts.Runtime}, {facts.Os}, {facts.Architecture}");
        terminal.Out.WriteLine($"built by .NET SDK {built ?? "unknown"}");
        return (int)ExitCode.Ok;
    }
}
