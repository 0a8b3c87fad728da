namespace SfPerf.Fabric.Transport;

/// <summary>Specifies what became of a frame that was offered without waiting.</summary>
public enum SendResult
{
    /// <summary>Taken. It leaves in order, unless the connection fails.</summary>
    Taken,

    /// <summary>Refused: the send queue is full. Nothing was queued.</summary>
    Full,

    /// <summary>Refused: the connection is closed.</summary>
    Closed,
}
