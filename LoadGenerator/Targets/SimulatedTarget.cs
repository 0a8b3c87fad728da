using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>A store that keeps nothing and takes a known time: the original's SimulatedService. An operation holds one
/// of a number of slots and its item's lock for the service time, so the right answer of any run can be
/// computed.</summary>
public sealed class SimulatedTarget : IScanTarget
{
    /// <summary>The smallest value the original's simulator takes.</summary>
    public const int PayloadBytesMin = 1024;

    /// <summary>The largest value the original's simulator takes.</summary>
    public const int PayloadBytesMax = 4 << 20;

    private readonly SimulatedTargetOptions _options;
    private readonly TimeProvider _time;
    private SemaphoreSlim _slots = new(1);
    private SemaphoreSlim[] _items = [];
    private TargetSpecification _specification = new(0, PayloadSizes.Fixed(PayloadBytesMin), 0);
    private int[] _bytes = [];

    /// <summary>Makes the simulator.</summary>
    /// <param name="options">How long it takes.</param>
    /// <param name="time">Whose timers end its operations. Those of the system, which it has unless given, fire on a
    /// grid of milliseconds.</param>
    public SimulatedTarget(SimulatedTargetOptions? options = null, TimeProvider? time = null)
    {
        _options = options ?? new SimulatedTargetOptions();
        _time = time ?? TimeProvider.System;
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The size of the values is outside the simulator's bounds.</exception>
    public Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(specification);
        var bytes = specification.Payload.Largest;
        foreach (var size in new[] { specification.Payload.Sizes.Min(), bytes })
        {
            if (_options.ServiceTime is null && size is < PayloadBytesMin or > PayloadBytesMax)
            {
                throw new ArgumentException(
                    $"The simulated service takes values of {PayloadBytesMin} to {PayloadBytesMax} bytes, not {size}.");
            }
        }

        _specification = specification;
        _slots = new SemaphoreSlim(_options.Slots ?? Math.Max(1, PayloadBytesMax / bytes));
        _items = new SemaphoreSlim[specification.Items];
        for (var i = 0; i < _items.Length; i++)
            _items[i] = new SemaphoreSlim(1);
        _bytes = new int[specification.Items];
        return Task.FromResult(new TargetPreparation([0]));
    }

    /// <inheritdoc/>
    public async ValueTask WriteAsync(int item, long sequence, CancellationToken token)
    {
        var bytes = _specification.Payload.Of(_specification.Seed, sequence);
        await ServeAsync(item, Time(_options.WriteTimePerKibibyte, bytes), token).ConfigureAwait(false);
        _bytes[item] = bytes;
    }

    /// <inheritdoc/>
    public ValueTask ReadAsync(int item, CancellationToken token) =>
        _bytes[item] > 0
            ? ServeAsync(item, Time(_options.ReadTimePerKibibyte, _bytes[item]), token)
            : throw new LoadOperationException("Missing", $"Item {item} was not written.");

    /// <inheritdoc/>
    /// <remarks>Takes the time of one read of all the bytes it returns; items follow each other by their
    /// number.</remarks>
    public ValueTask ScanAsync(int item, int rowsMax, CancellationToken token)
    {
        if (_bytes[item] == 0)
            throw new LoadOperationException("Missing", $"Item {item} was not written.");
        var bytes = 0;
        for (var i = item; i < _bytes.Length && i < item + rowsMax; i++)
            bytes += _bytes[i];
        return ServeAsync(item, Time(_options.ReadTimePerKibibyte, bytes), token);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _slots.Dispose();
        return default;
    }

    private TimeSpan Time(TimeSpan perKibibyte, int bytes) =>
        _options.ServiceTime ?? perKibibyte * Math.Max(1, bytes / 1024);

    private async ValueTask ServeAsync(int item, TimeSpan time, CancellationToken token)
    {
        await _slots.WaitAsync(token).ConfigureAwait(false);
        try
        {
            if (!_options.ItemLocks)
            {
                await TakeAsync(time, token).ConfigureAwait(false);
                return;
            }
            await _items[item].WaitAsync(token).ConfigureAwait(false);
            try
            {
                await TakeAsync(time, token).ConfigureAwait(false);
            }
            finally
            {
                _items[item].Release();
            }
        }
        finally
        {
            _slots.Release();
        }
    }

    // Task.Delay takes whole milliseconds only.
    private async Task TakeAsync(TimeSpan time, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        if (time <= TimeSpan.Zero)
            return;
        var end = new TaskCompletionSource();
        var timer = _time.CreateTimer(
            static s => ((TaskCompletionSource)s!).TrySetResult(), end, time, Timeout.InfiniteTimeSpan);
        await using (timer.ConfigureAwait(false))
        await using (token.UnsafeRegister(static (s, t) => ((TaskCompletionSource)s!).TrySetCanceled(t), end)
            .ConfigureAwait(false))
        {
            await end.Task.ConfigureAwait(false);
        }
    }
}
