using System;
using System.Threading;

namespace SfPerf.Client.Chaos;

/// <summary>
/// The registers that the clients of one partition use now. A register is left after some hundred operations and a new
/// one taken, so that the search over one register's operations stays small. Thread safe.
/// </summary>
internal sealed class RegisterSet
{
    private const int AtOnce = 5;
    private const int OperationsMax = 300;
    private readonly Lock _gate = new();
    private readonly Slot[] _slots = new Slot[AtOnce]; // guarded by _gate
    private long _last;                                // guarded by _gate

    public RegisterSet()
    {
        for (var i = 0; i < AtOnce; i++)
            _slots[i] = new(++_last);
    }

    /// <summary>Gets the number of registers taken so far; they are numbered from 1.</summary>
    public long Count
    {
        get
        {
            lock (_gate)
                return _last;
        }
    }

    /// <summary>Returns one to use once.</summary>
    public Slot Take(Random random)
    {
        var place = random.Next(AtOnce);
        lock (_gate)
        {
            if (_slots[place].Uses++ >= OperationsMax)
                _slots[place] = new(++_last);
            return _slots[place];
        }
    }

    /// <summary>Returns a register that was never used.</summary>
    public long TakeNew()
    {
        lock (_gate)
            return ++_last;
    }

    /// <summary>A register.</summary>
    internal sealed class Slot(long key)
    {
        private long _seen;

        public long Key => key;

        /// <summary>Gets or sets the value that somebody saw last: a compare-and-set expects it.</summary>
        public long Seen
        {
            get => Volatile.Read(ref _seen);
            set => Volatile.Write(ref _seen, value);
        }

        internal int Uses { get; set; }
    }
}
