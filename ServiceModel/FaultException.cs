namespace System.ServiceModel;

/// <summary>A fault told by the other side, or to be told to it.</summary>
public class FaultException : CommunicationException
{
}
