namespace SfPerf.Fabric.Replication.Wire;

/// <summary>The first byte of a replication frame, before its channel. The values are part of the format.</summary>
internal enum FrameType : byte
{
    /// <summary>Primary: who it is, whom it wants.</summary>
    Hello = 1,

    /// <summary>Secondary: its epoch and its progress.</summary>
    Welcome = 2,

    /// <summary>Primary: how the secondary is brought up.</summary>
    Start = 3,

    /// <summary>Primary: one record of the log.</summary>
    Record = 4,

    /// <summary>Primary: how far records are committed, when no record follows that could say it.</summary>
    Commit = 5,

    /// <summary>Primary: asks for an echo, which renews the read lease.</summary>
    Heartbeat = 6,

    /// <summary>Secondary: everything up to an LSN is flushed.</summary>
    Acknowledge = 7,

    /// <summary>Secondary: a heartbeat's own bytes.</summary>
    Echo = 8,

    /// <summary>Primary: a checkpoint begins.</summary>
    CopyBegin = 9,

    /// <summary>Primary: bytes of the checkpoint.</summary>
    CopyBlock = 10,

    /// <summary>Primary: the checkpoint is complete.</summary>
    CopyEnd = 11,

    /// <summary>Either: the channel has ended, and why. Answered by a Close unless one was sent.</summary>
    Close = 12,
}
