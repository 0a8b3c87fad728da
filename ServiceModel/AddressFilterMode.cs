namespace System.ServiceModel;

/// <summary>Says which messages an endpoint takes by their To header.</summary>
public enum AddressFilterMode
{
    Exact,
    Prefix,
    Any,
}
