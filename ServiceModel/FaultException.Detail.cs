namespace System.ServiceModel;

/// <summary>A fault with a typed detail.</summary>
public class FaultException<TDetail>(TDetail detail) : FaultException
{
    public TDetail Detail { get; } = detail;
}
