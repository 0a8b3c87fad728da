using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Awaits input and meanwhile runs, on the thread that would otherwise go idle, the calls the handler holds
/// back. The read loop is registered first: when input comes while a call blocks, another thread reads on. A client
/// that sends one request at a time so costs no change of threads.</summary>
internal readonly struct ReadAhead(ValueTask<int> receive, ISessionHandler? handler) : ICriticalNotifyCompletion
{
    private readonly ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _input =
        receive.ConfigureAwait(false).GetAwaiter();

    public bool IsCompleted
    {
        get
        {
            if (!_input.IsCompleted)
                return false;
            // Input is at hand: the loop goes on here, so the calls run elsewhere.
            handler?.PassReady();
            return true;
        }
    }

    public ReadAhead GetAwaiter() => this;

#pragma warning disable VSTHRD002 // Called when it has completed, as awaiters are.
    public int GetResult() => _input.GetResult();
#pragma warning restore VSTHRD002

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation)
    {
        _input.UnsafeOnCompleted(continuation);
        handler?.RunReady();
    }
}
