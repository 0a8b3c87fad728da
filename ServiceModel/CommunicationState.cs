namespace System.ServiceModel;

/// <summary>The states of a communication object, in order.</summary>
public enum CommunicationState
{
    Created,
    Opening,
    Opened,
    Closing,
    Closed,
    Faulted,
}
