using System;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>The contract of the published measurement: nothing in, nothing out, an answer all the same.</summary>
[ServiceContract]
internal interface ISimple
{
    [OperationContract]
    void Put();
}

/// <summary>The operations of the shared channel, as the service sees them.</summary>
[ServiceContract]
internal interface ISharedWork
{
    /// <summary>Keeps its thread for the time.</summary>
    [OperationContract]
    void Block(int milliseconds);

    /// <summary>Ends after the time and keeps no thread.</summary>
    [OperationContract]
    Task DelayAsync(int milliseconds);
}

/// <summary><see cref="ISharedWork"/> as its client sees it: many calls outstanding need no thread each.</summary>
[ServiceContract(Name = nameof(ISharedWork))]
internal interface ISharedWorkClient
{
    [OperationContract]
    Task BlockAsync(int milliseconds);

    [OperationContract]
    Task DelayAsync(int milliseconds);
}

/// <summary>The work of both services; they differ in their attribute only.</summary>
internal abstract class WorkService : ISimple, ISharedWork
{
    // Never set: waiting for it is how a thread is kept for a time.
    private static readonly ManualResetEvent Never = new(false);
    private static int _now;
    private static int _peak;

    public void Put()
    {
        Enter();
        Leave();
    }

    public void Block(int milliseconds)
    {
        Enter();
        Never.WaitOne(milliseconds);
        Leave();
    }

    public async Task DelayAsync(int milliseconds)
    {
        Enter();
        await Task.Delay(TimeSpan.FromMilliseconds(milliseconds), TimeProvider.System).ConfigureAwait(false);
        Leave();
    }

    /// <summary>Returns the most operations that ran at once since it was last asked.</summary>
    internal static int TakePeak() => Interlocked.Exchange(ref _peak, 0);

    private static void Enter()
    {
        var now = Interlocked.Increment(ref _now);
        for (var peak = Volatile.Read(ref _peak); now > peak;)
        {
            var seen = Interlocked.CompareExchange(ref _peak, now, peak);
            if (seen == peak)
                return;
            peak = seen;
        }
    }

    private static void Leave() => Interlocked.Decrement(ref _now);
}

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall, ConcurrencyMode = ConcurrencyMode.Single)]
internal sealed class SingleService : WorkService;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall, ConcurrencyMode = ConcurrencyMode.Multiple)]
internal sealed class MultipleService : WorkService;
