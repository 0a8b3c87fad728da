namespace System.ServiceModel;

/// <summary>Says whether a contract wants, allows or refuses sessions.</summary>
public enum SessionMode
{
    Allowed,
    Required,
    NotAllowed,
}
