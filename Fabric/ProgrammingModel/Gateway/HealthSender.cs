using System;
using System.Fabric;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>Sends health reports one after the other. Any thread may add one.</summary>
internal sealed class HealthSender(GatewayClient gateway, TimeProvider time)
{
    internal const int ReportsMax = 8192;
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PauseMax = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private readonly Channel<HealthRequest> _reports =
        Channel.CreateBounded<HealthRequest>(new BoundedChannelOptions(ReportsMax) { SingleReader = true });

    private Task? _sending; // guarded by _gate
    private volatile bool _stopped;

    /// <exception cref="FabricException">Too many wait: no gateway answers.</exception>
    /// <exception cref="ObjectDisposedException">The client was disposed of.</exception>
    internal void Send(HealthRequest report)
    {
        ObjectDisposedException.ThrowIf(_stopped, typeof(FabricClient));
        if (!_reports.Writer.TryWrite(report))
        {
            throw new FabricException($"{ReportsMax} health reports wait for a gateway to answer.",
                FabricErrorCode.FabricHealthMaxReportsReached);
        }
        lock (_gate)
            _sending ??= Task.Run(SendAsync);
    }

    /// <summary>Ends the sending; what was not sent is given up.</summary>
    internal void Stop()
    {
        _stopped = true;
        _ = _reports.Writer.TryComplete();
    }

    private async Task SendAsync()
    {
        await foreach (var report in _reports.Reader.ReadAllAsync(CancellationToken.None).ConfigureAwait(false))
        {
            if (_stopped)
                return;
            await SendAsync(report).ConfigureAwait(false);
        }
    }

    // A report that is refused stays refused: of an entity that is not there, or older than the one that is kept.
    private async Task SendAsync(HealthRequest report)
    {
        var pause = TimeSpan.FromMilliseconds(100);
        while (!_stopped)
        {
            try
            {
                await gateway.ReportHealthAsync(report, AnswerLimit, CancellationToken.None).ConfigureAwait(false);
                return;
            }
            catch (Exception e) when (e is FabricTransientException or TimeoutException)
            {
                await Task.Delay(pause, time, CancellationToken.None).ConfigureAwait(false);
                pause = TimeSpan.FromTicks(Math.Min(pause.Ticks * 2, PauseMax.Ticks));
            }
            catch (Exception e) when (e is FabricException or ArgumentException or InvalidOperationException
                || _stopped)
            {
                return;
            }
        }
    }
}
