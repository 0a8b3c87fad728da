using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Commands;

namespace SfPerf.Client.Tests.Commands;

/// <summary>One call of the command line inside the test process, and what it printed.</summary>
internal sealed record Invocation(int Code, string Out, string Error)
{
    public static async Task<Invocation> RunAsync(params string[] arguments)
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var code = await CommandLine.InvokeAsync(
            arguments, new Terminal(output, error, Live: false), CancellationToken.None);
        return new Invocation(code, output.ToString(), error.ToString());
    }
}
