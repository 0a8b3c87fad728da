using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>The requests of one session that wait for replies.</summary>
internal sealed class PendingCalls
{
    private readonly Lock _gate = new();
    private readonly Dictionary<Guid, PendingCall> _calls = [];
    private readonly ulong _high = (ulong)Random.NextInt64();
    private ulong _next;
    private Exception? _closed;
    private TaskCompletionSourceSlot _empty;

    private static Random Random { get; } = new(Environment.ProcessId ^ Environment.TickCount);

    internal int Count
    {
        get
        {
            lock (_gate)
                return _calls.Count;
        }
    }

    /// <summary>Enters a call and names it; throws what closed the session if it is closed.</summary>
    /// <param name="call">The call.</param>
    /// <param name="wanted">The name the caller gave it, if any.</param>
    /// <exception cref="NotSupportedException">The name is no GUID.</exception>
    internal MessageName Add(PendingCall call, MessageName wanted)
    {
        lock (_gate)
        {
            if (_closed is not null)
                throw _closed;
            var id = wanted.IsSet ? Checked(wanted) : MakeId();
            call.Id = id;
            _calls.Add(id, call);
            return new(id);
        }
    }

    internal PendingCall? Take(MessageName relatesTo)
    {
        if (!relatesTo.TryGetGuid(out var id))
            return null;
        lock (_gate)
            return _calls.Remove(id, out var call) ? Removed(call) : null;
    }

    /// <summary>Takes the only call there is: for peers that leave RelatesTo out of faults.</summary>
    internal PendingCall? TakeOnly()
    {
        lock (_gate)
        {
            if (_calls.Count != 1)
                return null;
            var call = _calls.Values.First();
            _calls.Clear();
            return Removed(call);
        }
    }

    internal bool Remove(PendingCall call)
    {
        lock (_gate)
            return _calls.Remove(call.Id) && Removed(call) is not null;
    }

    /// <summary>Fails all calls, and those to come.</summary>
    internal void Close(Exception reason)
    {
        PendingCall[] calls;
        lock (_gate)
        {
            _closed ??= reason;
            calls = [.. _calls.Values];
            _calls.Clear();
            _empty.Release();
        }

        foreach (var call in calls)
            call.Fail(reason);
    }

    /// <summary>Fails the calls to come, unless one waits already.</summary>
    internal bool TryCloseEmpty(Exception reason)
    {
        lock (_gate)
        {
            if (_calls.Count > 0)
                return false;
            _closed ??= reason;
            return true;
        }
    }

    /// <summary>Fails the calls whose deadline has passed.</summary>
    /// <returns>The earliest deadline of the others; zero for none.</returns>
    internal long FailExpired(long now, Func<PendingCall, Exception> reason)
    {
        foreach (var call in Expired(now))
        {
            if (Remove(call))
                call.Fail(reason(call));
        }

        return EarliestDeadline();
    }

    private List<PendingCall> Expired(long now)
    {
        lock (_gate)
            return _calls.Values.Where(c => c.DeadlineTimestamp != 0 && c.DeadlineTimestamp <= now).ToList();
    }

    private long EarliestDeadline()
    {
        lock (_gate)
        {
            var earliest = 0L;
            foreach (var call in _calls.Values)
            {
                if (call.DeadlineTimestamp != 0 && (earliest == 0 || call.DeadlineTimestamp < earliest))
                    earliest = call.DeadlineTimestamp;
            }

            return earliest;
        }
    }

    internal Task WhenEmpty()
    {
        lock (_gate)
            return _calls.Count == 0 ? Task.CompletedTask : _empty.Wait();
    }

    private PendingCall Removed(PendingCall call)
    {
        if (_calls.Count == 0)
            _empty.Release();
        return call;
    }

    private static Guid Checked(MessageName wanted) => wanted.TryGetGuid(out var id) ? id
        : throw new NotSupportedException(
            $"The MessageId '{wanted.ToUniqueId()}' is no GUID, by which replies are found; use new UniqueId().");

    private Guid MakeId()
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, _next++);
        BinaryPrimitives.WriteUInt64LittleEndian(bytes[8..], _high);
        return new(bytes);
    }
}
