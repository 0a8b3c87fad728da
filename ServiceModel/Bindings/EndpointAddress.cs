namespace System.ServiceModel;

/// <summary>The address of an endpoint: an absolute URI. Instances do not change and may be shared.</summary>
/// <remarks>Unlike in WCF an address has no identity and no headers.</remarks>
public class EndpointAddress
{
    /// <summary>Creates an address.</summary>
    /// <param name="uri">An absolute URI.</param>
    /// <exception cref="ArgumentNullException">The text is null.</exception>
    /// <exception cref="UriFormatException">The text is no absolute address.</exception>
    public EndpointAddress(string uri)
        : this(new Uri(uri ?? throw new ArgumentNullException(nameof(uri))))
    {
    }

    /// <summary>Creates an address.</summary>
    /// <param name="uri">An absolute URI.</param>
    /// <exception cref="ArgumentNullException">The URI is null.</exception>
    /// <exception cref="ArgumentException">The URI is not absolute.</exception>
    public EndpointAddress(Uri uri)
    {
        ArgumentNullException.ThrowIfNull(uri);
        if (!uri.IsAbsoluteUri)
            throw new ArgumentException($"The address '{uri}' is not absolute.", nameof(uri));
        Uri = uri;
    }

    /// <summary>Gets the address of a client as its service sees it: nobody can connect to it.</summary>
    public static Uri AnonymousUri { get; } =
        new("http://schemas.microsoft.com/2005/12/ServiceModel/Addressing/Anonymous");

    /// <summary>Gets whether the address is <see cref="AnonymousUri"/>.</summary>
    public bool IsAnonymous => Uri == AnonymousUri;

    /// <summary>Gets the URI.</summary>
    public Uri Uri { get; }

    /// <summary>Tells whether two addresses have the same URI, or both are null.</summary>
    public static bool operator ==(EndpointAddress? address1, EndpointAddress? address2) => Equals(address1, address2);

    /// <summary>Tells whether two addresses have different URIs.</summary>
    public static bool operator !=(EndpointAddress? address1, EndpointAddress? address2) => !Equals(address1, address2);

    /// <summary>Tells whether another object is an address of the same URI.</summary>
    public override bool Equals(object? obj) => obj is EndpointAddress other && other.Uri == Uri;

    /// <summary>Gets a hash code of the URI.</summary>
    public override int GetHashCode() => Uri.GetHashCode();

    /// <summary>Gets the URI as text.</summary>
    public override string ToString() => Uri.ToString();
}
