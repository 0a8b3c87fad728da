namespace System.ServiceModel;

/// <summary>Only <see cref="None"/> can be opened here; the other exists so that asking for it fails clearly.</summary>
public enum NetNamedPipeSecurityMode
{
    None,
    Transport,
}
