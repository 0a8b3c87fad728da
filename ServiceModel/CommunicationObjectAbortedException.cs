namespace System.ServiceModel;

/// <summary>The object was aborted while, or before, it was used.</summary>
public class CommunicationObjectAbortedException : CommunicationException
{
    public CommunicationObjectAbortedException()
    {
    }

    public CommunicationObjectAbortedException(string message)
        : base(message)
    {
    }

    public CommunicationObjectAbortedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
