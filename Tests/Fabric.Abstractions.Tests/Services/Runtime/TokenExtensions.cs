using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

internal static class TokenExtensions
{
    /// <summary>Ends, without an exception, when the token is cancelled.</summary>
    internal static async Task WaitAsync(this CancellationToken token)
    {
        var cancelled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var registration = token.Register(cancelled.SetResult);
        await cancelled.Task;
    }
}
