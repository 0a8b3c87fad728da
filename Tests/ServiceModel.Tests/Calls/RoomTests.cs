using System;
using System.Linq;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>A service that does not read, so that requests stay unsent.</summary>
[Collection("Counter")]
public sealed class RoomTests
{
    private const int Callers = 3;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(15);

    [Fact]
    public async Task A_call_that_finds_no_room_among_the_unsent_requests_ends_with_its_timeout()
    {
        var meeting = Counter.Meeting = new();
        using var running = new Running<ICounter>(typeof(PerSessionSingle));
        var channel = running.Factory.CreateChannel();
        // It keeps the thread that reads the session.
        var blocking = Task.Run(() => channel.Meet(Callers, (int)(2 * Limit.TotalMilliseconds)));
        await Eventually.HoldsAsync(async () => await meeting.EnterAsync(Callers, 0) >= 2);
        ((IClientChannel)channel).OperationTimeout = TimeSpan.FromSeconds(1);

        // More than the buffers of the system hold.
        var calls = Enumerable.Range(0, 64).Select(_ => channel.EchoAsync(new byte[1 << 20])).ToArray();
        var ended = Task.WhenAll(calls);
        Assert.Same(ended, await Task.WhenAny(ended, Task.Delay(Limit, TimeProvider.System)));
        Assert.All(calls, c => Assert.IsType<TimeoutException>(c.Exception?.InnerException));

        _ = await meeting.EnterAsync(1, 0);
        await blocking.WaitAsync(Limit);
    }
}
