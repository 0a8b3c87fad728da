using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>A store that keeps nothing and takes a known time: the original's SimulatedService. An operation holds one
/// of
/// a number of slots and its item's lock for the service time, so the right answer of any run can be
/// computed.</summary>
public sealed class SimulatedTarget : ILoadTarget
{
    /// <summary>The smallest value the original's simulator takes.</summary>
    public const int PayloadBytesMin = 1024;

    /// <summary>The largest value the original's simulator takes.</summary>
    public const int PayloadBytesMax = 4 << 20;

    private readonly SimulatedTargetOptions _options;
    private readonly TimeProvider _time;
    private SemaphoreSlim _slots = new(1);
    private SemaphoreSlim[] _items = [];
    private TimeSpan _readTime;
    private TimeSpan _writeTime;
    private bool[] _written = [];

    /// <summary>Makes the simulator.</summary>
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
        if (_options.ServiceTime is null && bytes is < PayloadBytesMin or > PayloadBytesMax)
            throw new ArgumentException(
                $"The simulated service takes values of {PayloadBytesMin} to {PayloadBytesMax} bytes, not {bytes}.");
        var kibibytes = Math.Max(1, bytes / 1024);
        _readTime = _options.ServiceTime ?? _options.ReadTimePerKibibyte * kibibytes;
        _writeTime = _options.ServiceTime ?? _options.WriteTimePerKibibyte * kibibytes;
        _slots = new SemaphoreSlim(_options.Slots ?? Math.Max(1, PayloadBytesMax / bytes));
        _items = new SemaphoreSlim[specification.Items];
        for (var i = 0; i < _items.Length; i++)
            _items[i] = new SemaphoreSlim(1);
        _written = new bool[specification.Items];
        return Task.FromResult(new TargetPreparation([0]));
    }

    /// <inheritdoc/>
    public async ValueTask WriteAsync(int item, long sequence, CancellationToken token)
    {
        await ServeAsync(item, _writeTime, token).ConfigureAwait(false);
        _written[item] = true;
    }

    /// <inheritdoc/>
    public ValueTask ReadAsync(int item, CancellationToken token) =>
        _written[item]
            ? ServeAsync(item, _readTime, token)
            : throw new LoadOperationException("Missing", $"Item {item} was not written.");

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _slots.Dispose();
        return default;
    }

    private async ValueTask ServeAsync(int item, TimeSpan time, CancellationToken token)
    {
        await _slots.WaitAsync(token).ConfigureAwait(false);
        try
        {
            if (!_options.ItemLocks)
            {
                await Task.Delay(time, _time, token).ConfigureAwait(false);
                return;
            }
            await _items[item].WaitAsync(token).ConfigureAwait(false);
            try
            {
                await Task.Delay(time, _time, token).ConfigureAwait(false);
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
}
